# Plots. Pictures are drawn where gnuplot is installed; all else is tested anywhere.
acknak_unit_test(plot_names SOURCES test_plot_names.c LINK acknak_study)
if(TARGET acknak)
    acknak_script_test(plot COMMAND "${CMAKE_CURRENT_LIST_DIR}/check-plot" $<TARGET_FILE:acknak>)
endif()
