# Rare events. Thousands of short runs: memory that one gave back is kept for the next (malloc.h).
foreach(name rare rare_agrees rare_escape)
    acknak_unit_test(${name} SOURCES test_${name}.c LINK acknak_study)
    if(TEST ${name})
        set_tests_properties(${name} PROPERTIES TIMEOUT 900 ENVIRONMENT
            "MALLOC_TRIM_THRESHOLD_=1000000000;MALLOC_MMAP_THRESHOLD_=1000000000")
    endif()
endforeach()
