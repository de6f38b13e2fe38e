# Build options and the one set of compiler flags every target uses.
option(ACKNAK_TESTS "build the tests" ON)
option(ACKNAK_BENCH "build the bench program" ON)
option(ACKNAK_WERROR "treat warnings as errors" OFF)
option(ACKNAK_ASSERTIONS "check the caller's side of the core's contracts" OFF)
option(ACKNAK_CORE_ONLY "build only the core library and its tests, without outside libraries" OFF)
option(ACKNAK_FREESTANDING "build the core for a target without a C library" OFF)
option(ACKNAK_FUZZ "build tests/fuzz with libFuzzer (clang) instead of as corpus replays" OFF)
option(ACKNAK_COVERAGE "count which branches of the library and the checker run (clang)" OFF)
set(ACKNAK_MPI AUTO CACHE STRING "build acknak-mpi, for mpirun: AUTO where MPI is found, ON, OFF")
set(ACKNAK_SANITIZE "" CACHE STRING "sanitizers for all targets, e.g. address,undefined")

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "kind of build" FORCE)
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(acknak_flags INTERFACE)
target_compile_options(acknak_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes
    -Wmissing-prototypes -Wcast-qual -Wcast-align -Wpointer-arith -Wundef -Wvla -Wswitch-enum
    -Wformat=2 -Wwrite-strings -Wold-style-definition -Wnull-dereference
    $<$<BOOL:${ACKNAK_WERROR}>:-Werror>)
target_compile_definitions(acknak_flags INTERFACE
    ACKNAK_VERSION="${PROJECT_VERSION}"
    $<$<BOOL:${ACKNAK_ASSERTIONS}>:ACKNAK_ASSERTIONS=1>)

# These change what is linked, so they hold for every target, not only for those with our flags.
if(ACKNAK_SANITIZE)
    add_compile_options(-fsanitize=${ACKNAK_SANITIZE} -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${ACKNAK_SANITIZE})
endif()
if(ACKNAK_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(ACKNAK_COVERAGE)
    add_compile_options(-fprofile-instr-generate -fcoverage-mapping)
    add_link_options(-fprofile-instr-generate)
endif()
if(ACKNAK_FREESTANDING)
    add_compile_options(-ffreestanding -nostdlib -fno-stack-protector -U_FORTIFY_SOURCE)
endif()
