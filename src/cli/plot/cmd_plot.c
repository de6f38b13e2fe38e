/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak plot: pictures, tables and lists of a study.
 * Not here: the command line (options.c), tables and lists (export.c), gnuplot
 * (gnuplot.c), what stands in script and data (study/plot_script.h).
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/plot/export.h"
#include "cli/plot/gnuplot.h"
#include "cli/plot/options.h"

/* The files of a plot: FOLDER/STEM.svg, .gp and .dat. */
struct files {
    char *picture;
    char *script;
    char *data;
    char *folder;
};

static char *join(const char *text, size_t length, const char *ending)
{
    char *joined = malloc(length + strlen(ending) + 1u);

    if (joined) {
        memcpy(joined, text, length);
        memcpy(joined + length, ending, strlen(ending) + 1u);
    }
    return joined;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Where the ending of a file's name begins. */
static size_t stem_of(const char *path)
{
    const char *dot = strrchr(base_of(path), '.');
    return dot && dot != base_of(path) ? (size_t)(dot - path) : strlen(path);
}

static bool name_files(const struct cli_plot_request *request, struct files *files)
{
    /* By itself in the current folder, whatever folder the database is in. */
    const char *path = request->output ? request->output : base_of(request->database);
    size_t stem = stem_of(path);
    char ending[8];
    size_t folder = (size_t)(base_of(path) - path);

    snprintf(ending, sizeof ending, ".%s", cli_plot_ending(request->format));
    files->picture = join(path, stem, ending);
    files->script = join(path, stem, ".gp");
    files->data = join(path, stem, ".dat");
    files->folder = folder ? join(path, folder, "") : join("./", 2, "");
    return files->picture && files->script && files->data && files->folder;
}

static void free_files(struct files *files)
{
    free(files->picture);
    free(files->script);
    free(files->data);
    free(files->folder);
}

static int write_files(const struct cli_plot_request *request, const struct plot_study *study,
                       const struct plot_choice *choice, const struct files *files)
{
    struct plot_style style = {request->format, request->title, base_of(files->data)};
    struct cli_output output;

    if (!cli_output_open(&output, files->data)) {
        return CLI_EXIT_OUTPUT;
    }
    plot_write_data(output.stream, study, choice);
    if (!cli_output_close(&output) || !cli_output_open(&output, files->script)) {
        return CLI_EXIT_OUTPUT;
    }
    plot_write_script(output.stream, study, choice, &style);
    if (!cli_output_close(&output)) {
        return CLI_EXIT_OUTPUT;
    }
    return cli_plot_draw(files->folder, base_of(files->script), files->picture);
}

static void tell(const struct plot_study *study, const struct plot_choice *choice,
                 const struct files *files)
{
    uint32_t points = plot_study_point_count(study);

    printf("%s: %s over %s", files->picture, plot_study_figure(study, choice->figure)->name,
           plot_study_axis(study, choice->x)->name);
    if (choice->by != PLOT_NO_AXIS) {
        printf(" by %s", plot_study_axis(study, choice->by)->name);
    }
    for (uint32_t axis = 0; axis < plot_study_axis_count(study); axis++) {
        const struct plot_axis *held = plot_study_axis(study, axis);
        if (choice->fixed[axis] != PLOT_NO_POSITION) {
            printf(", %s=%s", held->name, held->values[choice->fixed[axis]].text);
        }
    }
    puts("");
    if (points < plot_study_points_wanted(study)) {
        say("%" PRIu64 " of %" PRIu64 " points are not done and left out",
            plot_study_points_wanted(study) - points, plot_study_points_wanted(study));
    }
}

static int draw(const struct cli_plot_request *request, struct plot_study *study, char *message)
{
    struct plot_choice choice;
    struct files files = {NULL, NULL, NULL, NULL};
    int code = CLI_EXIT_INTERNAL;

    if (plot_study_point_count(study) == 0) {
        say("%s: found no finished point to plot", request->database);
        return CLI_EXIT_INPUT;
    }
    if (!plot_choose(study, &request->plot, &choice, message)) {
        say("%s", message);
        code = CLI_EXIT_USAGE;
    } else if (!name_files(request, &files)) {
        say("out of memory");
    } else {
        code = write_files(request, study, &choice, &files);
        if (code == CLI_EXIT_CLEAN) {
            tell(study, &choice, &files);
        }
    }
    free_files(&files);
    plot_choice_end(&choice);
    return code;
}

static int run(const struct cli_plot_request *request)
{
    char *message = malloc(SWEEP_STORE_MESSAGE);
    struct plot_study *study = NULL;
    int code = CLI_EXIT_CLEAN;

    if (!message) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    if (plot_study_open(request->database, &study, message) != SWEEP_STORE_OK) {
        say("%s", message);
        code = CLI_EXIT_INPUT;
    } else if (request->list) {
        cli_plot_list(study);
    } else if (request->export_as != CLI_PLOT_NO_EXPORT) {
        code = cli_plot_export(request, study);
    } else {
        code = draw(request, study, message);
    }
    plot_study_close(study);
    free(message);
    return code;
}

int cmd_plot(int argc, char **argv)
{
    struct cli_plot_request request;
    int code = cli_plot_read(&request, argc, argv);

    if (code == CLI_EXIT_CLEAN && request.help) {
        cli_plot_help();
    } else if (code == CLI_EXIT_CLEAN) {
        code = run(&request);
    }
    cli_plot_end(&request);
    return code;
}
