# Sweeps.
foreach(name statistics grid pool)
    acknak_unit_test(sweep_${name} SOURCES test_sweep_${name}.c LINK acknak_study m)
    if(TARGET test_sweep_${name})
        target_compile_definitions(test_sweep_${name} PRIVATE _XOPEN_SOURCE=700 _DEFAULT_SOURCE)
    endif()
endforeach()
