# How an area declares its tests. Not here: which areas there are (tests/CMakeLists.txt).

if(ACKNAK_TESTS AND NOT ACKNAK_CORE_ONLY)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
endif()

# Every in-tree target that a test links must exist: with ACKNAK_CORE_ONLY the others are not built.
function(acknak_links_exist result)
    set(${result} TRUE PARENT_SCOPE)
    foreach(item ${ARGN})
        if(item MATCHES "^(acknak|PkgConfig::|ZLIB::)" AND NOT TARGET ${item})
            if(NOT ACKNAK_CORE_ONLY)
                message(FATAL_ERROR "a test links ${item}, which nothing declares")
            endif()
            set(${result} FALSE PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

# acknak_unit_test(NAME SOURCES a.c ... LINK lib ... [LABELS word ...]): a cmocka program that ctest
# runs as NAME. With ACKNAK_CORE_ONLY a stand-in for cmocka is used (tests/support/core-only).
function(acknak_unit_test name)
    cmake_parse_arguments(arg "" "" "SOURCES;LINK;LABELS" ${ARGN})
    acknak_links_exist(links_exist ${arg_LINK})
    if(NOT ACKNAK_TESTS OR NOT links_exist)
        return()
    endif()
    add_executable(test_${name} ${arg_SOURCES})
    target_link_libraries(test_${name} PRIVATE acknak_flags ${arg_LINK})
    target_include_directories(test_${name} PRIVATE "${PROJECT_SOURCE_DIR}/src"
                                                    "${PROJECT_SOURCE_DIR}/tests/support")
    if(ACKNAK_CORE_ONLY)
        target_include_directories(test_${name} PRIVATE
                                   "${PROJECT_SOURCE_DIR}/tests/support/core-only")
    else()
        target_link_libraries(test_${name} PRIVATE PkgConfig::CMOCKA)
    endif()
    add_test(NAME ${name} COMMAND test_${name})
    get_filename_component(area "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
    set_tests_properties(${name} PROPERTIES LABELS "${area};${arg_LABELS}" TIMEOUT 300)
endfunction()

# acknak_fuzz_target(NAME SOURCES a.c ... LINK lib ... CORPUS folder): a.c defines
# LLVMFuzzerTestOneInput. With ACKNAK_FUZZ it becomes the libFuzzer program fuzz_NAME; else a
# program that feeds it each file of the corpus once, which ctest runs as fuzz-NAME.
function(acknak_fuzz_target name)
    cmake_parse_arguments(arg "" "CORPUS" "SOURCES;LINK" ${ARGN})
    acknak_links_exist(links_exist ${arg_LINK})
    if(NOT links_exist)
        return()
    endif()
    add_executable(fuzz_${name} ${arg_SOURCES})
    target_link_libraries(fuzz_${name} PRIVATE acknak_flags ${arg_LINK})
    target_include_directories(fuzz_${name} PRIVATE "${PROJECT_SOURCE_DIR}/src"
                                                    "${PROJECT_SOURCE_DIR}/tests/support")
    if(ACKNAK_FUZZ)
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
        set_target_properties(fuzz_${name} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
        set(once -runs=0)
    else()
        target_sources(fuzz_${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support/fuzz_replay.c")
        set(once)
    endif()
    if(arg_CORPUS)
        add_test(NAME fuzz-${name}
                 COMMAND fuzz_${name} ${once} "${CMAKE_CURRENT_SOURCE_DIR}/${arg_CORPUS}")
        set_tests_properties(fuzz-${name} PROPERTIES LABELS fuzz TIMEOUT 300)
    endif()
endfunction()

# acknak_script_test(NAME [LABELS word ...] COMMAND program argument ...): a script that ctest runs.
# Exit code 77 means skipped; what it printed says why.
function(acknak_script_test name)
    cmake_parse_arguments(arg "" "" "LABELS;COMMAND" ${ARGN})
    add_test(NAME ${name} COMMAND ${arg_COMMAND})
    get_filename_component(area "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
    set_tests_properties(${name} PROPERTIES LABELS "${area};${arg_LABELS}" SKIP_RETURN_CODE 77
                                            TIMEOUT 300)
endfunction()
