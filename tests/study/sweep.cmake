# Sweeps.
foreach(name statistics grid pool)
    acknak_unit_test(sweep_${name} SOURCES test_sweep_${name}.c LINK acknak_study m)
    if(TARGET test_sweep_${name})
        target_compile_definitions(test_sweep_${name} PRIVATE _XOPEN_SOURCE=700 _DEFAULT_SOURCE)
    endif()
endforeach()
acknak_unit_test(sweep_place SOURCES test_sweep_place.c LINK acknak_study)
if(TARGET test_sweep_place)
    target_compile_definitions(test_sweep_place PRIVATE _XOPEN_SOURCE=700)
    target_link_options(test_sweep_place PRIVATE -Wl,--wrap=link)
endif()
foreach(part results kill busy shards database refuse mpi)
    acknak_script_test(sweep-${part} COMMAND "${CMAKE_CURRENT_LIST_DIR}/check-sweep"
                                             $<TARGET_FILE:acknak> ${part})
endforeach()
acknak_script_test(sweep-closed_form COMMAND "${CMAKE_CURRENT_LIST_DIR}/check-closed-form"
                                             $<TARGET_FILE:acknak>)
# In their long form 10,000 points are run several times.
set_tests_properties(sweep-kill sweep-busy sweep-mpi PROPERTIES TIMEOUT 1800)
acknak_fuzz_target(study SOURCES fuzz_study.c LINK acknak_study CORPUS ../golden/studies)
