# The ready studies: each has its expectations in studies/NAME.expect.
file(GLOB ACKNAK_READY_STUDIES CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/studies/*.expect")
foreach(file ${ACKNAK_READY_STUDIES})
    if(TARGET acknak)
        get_filename_component(name "${file}" NAME_WE)
        acknak_script_test(study-${name} COMMAND "${CMAKE_CURRENT_LIST_DIR}/check-studies"
                                                 $<TARGET_FILE:acknak> ${name})
        set_tests_properties(study-${name} PROPERTIES TIMEOUT 900)
    endif()
endforeach()
