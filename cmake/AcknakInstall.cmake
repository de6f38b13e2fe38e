# What `cmake --install` puts where.
include(CMakePackageConfigHelpers)

install(TARGETS acknak_core EXPORT acknak ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(TARGET acknak_shared)
    install(TARGETS acknak_shared EXPORT acknak LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
if(TARGET acknak_check_shared)
    install(TARGETS acknak_check_shared EXPORT acknak LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install(FILES "$<TARGET_FILE:acknak_check>" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
if(TARGET acknak)
    install(TARGETS acknak RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
if(TARGET acknak_mpi)
    install(TARGETS acknak_mpi RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/acknak")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/acknak"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/acknak")
install(EXPORT acknak NAMESPACE acknak:: FILE acknakConfig.cmake DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/acknakConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/acknakConfigVersion.cmake" DESTINATION "${package_dir}")

# The prefix is found from where the file lies, so that an installed tree may be moved.
file(RELATIVE_PATH ACKNAK_PC_PREFIX "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig"
     "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" ACKNAK_PC_PREFIX "${ACKNAK_PC_PREFIX}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/acknak.pc.in" "${PROJECT_BINARY_DIR}/acknak.pc" @ONLY)
configure_file("${PROJECT_SOURCE_DIR}/cmake/acknak_check.pc.in"
               "${PROJECT_BINARY_DIR}/acknak_check.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/acknak.pc" "${PROJECT_BINARY_DIR}/acknak_check.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

file(GLOB pages CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/man/*.1")
install(FILES ${pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")

# acknak_completion(FILE FOLDER NAME): a shell's completion file, where that shell looks for it.
function(acknak_completion file folder name)
    if(EXISTS "${PROJECT_SOURCE_DIR}/tools/completions/${file}")
        install(FILES "${PROJECT_SOURCE_DIR}/tools/completions/${file}"
                DESTINATION "${CMAKE_INSTALL_DATADIR}/${folder}" RENAME ${name})
    endif()
endfunction()
acknak_completion(acknak.bash bash-completion/completions acknak)
acknak_completion(_acknak zsh/site-functions _acknak)
acknak_completion(acknak.fish fish/vendor_completions.d acknak.fish)

# For Wireshark, which is told where it lies; docs/show.md says how.
if(NOT ACKNAK_CORE_ONLY)
    install(FILES "${PROJECT_SOURCE_DIR}/tools/wireshark/acknak.lua"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/acknak/wireshark")
endif()
