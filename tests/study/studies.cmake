if(TARGET acknak)
    acknak_script_test(studies COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/check-studies"
                                       $<TARGET_FILE:acknak>)
endif()
