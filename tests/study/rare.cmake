acknak_unit_test(rare SOURCES test_rare.c LINK acknak_study)
acknak_unit_test(rare_agrees SOURCES test_rare_agrees.c LINK acknak_study)
acknak_unit_test(rare_escape SOURCES test_rare_escape.c LINK acknak_study)
