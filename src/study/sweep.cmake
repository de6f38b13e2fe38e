# Sweeps: studies are YAML, their databases SQLite; processes, pipes and locks are POSIX's and Linux's.
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
target_link_libraries(acknak_study PUBLIC PkgConfig::SQLITE PRIVATE PkgConfig::YAML)
target_compile_definitions(acknak_study PRIVATE _DEFAULT_SOURCE)
# A product and a sum rounded once on one machine and twice on another would differ.
target_compile_options(acknak_study PRIVATE -ffp-contract=off)

# Ranks of MPI, where MPI is found.
if(NOT ACKNAK_MPI STREQUAL "OFF")
    if(ACKNAK_MPI STREQUAL "AUTO")
        find_package(MPI QUIET COMPONENTS C)
    else()
        find_package(MPI REQUIRED COMPONENTS C)
    endif()
endif()
if(MPI_C_FOUND)
    add_library(acknak_study_mpi STATIC "${CMAKE_CURRENT_LIST_DIR}/mpi/sweep_ranks.c")
    target_link_libraries(acknak_study_mpi PUBLIC acknak_study MPI::MPI_C PRIVATE acknak_flags)
    target_include_directories(acknak_study_mpi PRIVATE "${PROJECT_SOURCE_DIR}/src")
    target_compile_definitions(acknak_study_mpi PRIVATE _XOPEN_SOURCE=700)
endif()
