acknak_unit_test(study_size SOURCES test_size.c LINK acknak_study)
target_include_directories(test_study_size PRIVATE "${PROJECT_SOURCE_DIR}/tests/sim")
