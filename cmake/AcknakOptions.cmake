# Build options and the one set of compiler flags every target uses.
option(ACKNAK_TESTS "build the tests" ON)
option(ACKNAK_WERROR "treat warnings as errors" OFF)
option(ACKNAK_FREESTANDING "build only the core library, without a C library" OFF)

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)

add_library(acknak_flags INTERFACE)
target_compile_options(acknak_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes
    -Wmissing-prototypes -Wcast-qual -Wcast-align -Wpointer-arith -Wundef -Wvla -Wswitch-enum
    -Wformat=2 -Wwrite-strings -Wold-style-definition -Wnull-dereference
    $<$<BOOL:${ACKNAK_WERROR}>:-Werror>)
