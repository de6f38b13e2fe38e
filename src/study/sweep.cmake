# Sweeps: studies are YAML, their databases SQLite; processes, pipes and locks are POSIX's and Linux's.
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
target_link_libraries(acknak_study PUBLIC PkgConfig::SQLITE PRIVATE PkgConfig::YAML)
target_compile_definitions(acknak_study PRIVATE _DEFAULT_SOURCE)
# A product and a sum rounded once on one machine and twice on another would differ.
target_compile_options(acknak_study PRIVATE -ffp-contract=off)
