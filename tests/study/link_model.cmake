acknak_unit_test(study_link_model SOURCES test_link_model.c LINK acknak_study)
target_include_directories(test_study_link_model PRIVATE "${PROJECT_SOURCE_DIR}/tests/sim")
