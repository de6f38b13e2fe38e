/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of acknak sim: the option table of the simulator as options, and a few more.
 * Not here: the table (sim/options.c), help (help.c), running (cmd_sim.c).
 */
#include "cli/sim/options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/sim/fit.h"
#include "sim/lines.h"
#include "sim/options.h"
#include "sim/value.h"
#include "sim/yaml.h"

/* A row of the table and which of its targets an option of the command line stands for. */
struct source {
    const struct sim_option *option;
    enum sim_option_target target;
};

#define NAME_BYTES 48u

/* The options of the command line: those of the table first, then the command's own. */
struct option_list {
    const struct cli_sim_form *form;
    struct cli_option *options;
    struct source *sources;
    char (*names)[NAME_BYTES];
    size_t count;
    size_t from_table;
};

/* A command that shows no packets has no use for how they are shown. */
static bool is_offered(const struct cli_sim_form *form, const struct sim_option *option)
{
    return form->shows_packets || strcmp(option->section ? option->section : "", "output") != 0;
}

static size_t count_from_table(const struct cli_sim_form *form)
{
    size_t count = 0;
    for (size_t i = 0; i < sim_options.count; i++) {
        if (is_offered(form, &sim_options.rows[i])) {
            count += sim_option_targets(&sim_options.rows[i]);
        }
    }
    return count;
}

static void add_from_table(struct option_list *list, const struct sim_option *option,
                           enum sim_option_target target)
{
    size_t at = list->count++;

    snprintf(list->names[at], NAME_BYTES, "%s%s", option->name,
             sim_option_suffix(option->scope, target));
    list->options[at] = (struct cli_option){.name = list->names[at],
                                            .value_name = sim_option_value_name(option),
                                            .may_lack_value = !strcmp(option->name, "ladder")};
    list->sources[at] = (struct source){option, target};
}

static void end_list(struct option_list *list)
{
    free(list->options);
    free(list->sources);
    free(list->names);
}

static bool begin_list(struct option_list *list, const struct cli_sim_form *form)
{
    size_t count = count_from_table(form) + form->own_count;

    *list = (struct option_list){.form = form,
                                 .options = calloc(count, sizeof(*list->options)),
                                 .sources = calloc(count, sizeof(*list->sources)),
                                 .names = calloc(count, sizeof(*list->names))};
    if (!list->options || !list->sources || !list->names) {
        say("out of memory");
        end_list(list);
        return false;
    }
    for (size_t i = 0; i < sim_options.count; i++) {
        if (!is_offered(form, &sim_options.rows[i])) {
            continue;
        }
        for (unsigned target = 0; target < sim_option_targets(&sim_options.rows[i]); target++) {
            add_from_table(list, &sim_options.rows[i], (enum sim_option_target)target);
        }
    }
    list->from_table = list->count;
    for (size_t i = 0; i < form->own_count; i++) {
        list->options[list->count++] = form->own[i];
    }
    return true;
}

/* ---- Reading ---- */

static int wrong_value(const char *name, const char *why)
{
    say("option '--%s': %s", name, why);
    return CLI_EXIT_USAGE;
}

static int apply_from_table(struct cli_sim_request *request, const struct option_list *list,
                            const struct cli_args *args)
{
    const struct source *source = &list->sources[args->row];
    /* Only --ladder may come without a value. */
    const char *value = args->value ? args->value : "all";
    char why[SIM_OPTION_TEXT];

    if (!sim_option_set(source->option, source->target, &request->settings, value, why)) {
        return wrong_value(list->options[args->row].name, why);
    }
    sim_lines_note(&request->settings, source->option, source->target, 0);
    return CLI_EXIT_CLEAN;
}

static int apply_help(struct cli_sim_request *request, const char *value)
{
    if (value && strcmp(value, "all") != 0) {
        say("option '--help': found '%s', expected nothing or all", value);
        return CLI_EXIT_USAGE;
    }
    request->help = true;
    request->help_all = value != NULL;
    return CLI_EXIT_CLEAN;
}

static int apply_own(struct cli_sim_request *request, size_t own, const char *value)
{
    char why[SIM_OPTION_TEXT];

    switch ((enum own_option)own) {
    case OWN_TRACE:
        request->trace_path = value;
        break;
    case OWN_CHECK:
        if (!sim_value_read_bool(value, &request->check)) {
            snprintf(why, sizeof(why), "found '%.40s', expected yes or no", value);
            return wrong_value("check", why);
        }
        break;
    case OWN_JSON:
        request->json = true;
        break;
    case OWN_SCENARIO_OUT:
        request->scenario_out = value;
        break;
    case OWN_FAULT:
        if (!sim_options_add_fault(&request->settings, value, why)) {
            return wrong_value("fault", why);
        }
        break;
    case OWN_EVENT:
        if (!sim_options_add_event(&request->settings, value, why)) {
            return wrong_value("event", why);
        }
        break;
    case OWN_HELP: /* like the next three, taken when the command line was read first */
    case OWN_LSPCI:
    case OWN_DEVICE:
    case OWN_SYSFS:
    case OWN_COUNT:
        break;
    }
    return CLI_EXIT_CLEAN;
}

/* First time round, for the scenario file and --help; everything is looked at for spelling. */
static int find_scenario(struct cli_sim_request *request, const struct option_list *list, int argc,
                         char **argv)
{
    struct cli_args args;
    enum cli_arg_kind kind;

    cli_args_begin(&args, argc, argv, list->options, list->count);
    while ((kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind == CLI_ARG_WRONG) {
            return CLI_EXIT_USAGE;
        }
        if (kind == CLI_ARG_OPTION && args.row == list->from_table + list->form->help_row) {
            return apply_help(request, args.value);
        }
        if (kind == CLI_ARG_OPTION) {
            cli_link_source_note(&request->link, list->options[args.row].name, args.value);
        }
        if (kind != CLI_ARG_PLAIN) {
            continue;
        }
        if (request->scenario_path) {
            say("found a second scenario file '%s', expected one", args.value);
            return CLI_EXIT_USAGE;
        }
        request->scenario_path = args.value;
    }
    return CLI_EXIT_CLEAN;
}

static int load_scenario(struct cli_sim_request *request)
{
    char *message = malloc(SIM_YAML_MESSAGE);
    int code = CLI_EXIT_CLEAN;

    if (!message) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    if (!sim_yaml_load(request->scenario_path, &request->settings, message)) {
        say("%s", message);
        code = CLI_EXIT_INPUT;
    }
    free(message);
    request->settings.workload_is_replaceable = true;
    return code;
}

/* The file has been read: options win over it, each over those before it. */
static int apply_options(struct cli_sim_request *request, const struct option_list *list, int argc,
                         char **argv)
{
    struct cli_args args;
    enum cli_arg_kind kind;
    int code = CLI_EXIT_CLEAN;

    cli_args_begin(&args, argc, argv, list->options, list->count);
    while (code == CLI_EXIT_CLEAN && (kind = cli_args_next(&args)) != CLI_ARG_END) {
        if (kind != CLI_ARG_OPTION) {
            continue;
        }
        if (args.row < list->from_table) {
            code = apply_from_table(request, list, &args);
        } else {
            code = list->form->apply(request, args.row - list->from_table, args.value);
        }
    }
    return code;
}

/* An output would replace what somebody recorded or wrote. A scenario written over the one that was
 * read is another matter: that changes it. */
static int check_inputs_stay(const struct cli_sim_request *request)
{
    const struct sim_workload *workload = &request->settings.scenario.workload;
    const char *outputs[] = {request->trace_path, request->scenario_out};

    for (size_t i = 0; i < sizeof(outputs) / sizeof(*outputs); i++) {
        const char *option = i ? "--scenario-out" : "--trace";
        for (uint32_t j = 0; outputs[i] && j < workload->file_count; j++) {
            if (cli_output_is_same_file(outputs[i], workload->files[j])) {
                say("option '%s' would replace the workload %s", option, outputs[i]);
                return CLI_EXIT_USAGE;
            }
        }
    }
    if (request->trace_path && request->scenario_path &&
        cli_output_is_same_file(request->trace_path, request->scenario_path)) {
        say("option '--trace' would replace the scenario %s", request->trace_path);
        return CLI_EXIT_USAGE;
    }
    return CLI_EXIT_CLEAN;
}

/* Standard output can hold one thing: a trace, JSON, or the ladder and the summary. */
static int check_outputs(struct cli_sim_request *request, enum sim_ladder ladder_of_file)
{
    bool trace = request->trace_path && !strcmp(request->trace_path, "-");

    if (request->scenario_out && (request->trace_path || request->json)) {
        say("options '--scenario-out' and '%s' do not go together: nothing is run",
            request->json ? "--json" : "--trace");
        return CLI_EXIT_USAGE;
    }
    if (trace && request->json) {
        say("options '--trace -' and '--json' both want standard output");
        return CLI_EXIT_USAGE;
    }
    if ((trace || request->json) && request->settings.ladder != SIM_LADDER_NONE) {
        if (request->settings.ladder != ladder_of_file) {
            say("options '--ladder' and '%s' both want standard output",
                trace ? "--trace -" : "--json");
            return CLI_EXIT_USAGE;
        }
        request->settings.ladder = SIM_LADDER_NONE;
    }
    return CLI_EXIT_CLEAN;
}

static int read_all(struct cli_sim_request *request, const struct option_list *list, int argc,
                    char **argv)
{
    int code = find_scenario(request, list, argc, argv);
    if (code == CLI_EXIT_CLEAN && !request->help && request->scenario_path) {
        code = load_scenario(request);
    }
    if (code == CLI_EXIT_CLEAN && !request->help) {
        code = cli_link_source_take(&request->link, &request->settings.scenario);
    }
    if (code != CLI_EXIT_CLEAN || request->help) {
        return code;
    }
    enum sim_ladder ladder_of_file = request->settings.ladder;
    code = apply_options(request, list, argc, argv);
    if (code != CLI_EXIT_CLEAN) {
        return code;
    }
    sim_settings_complete(&request->settings);
    code = check_inputs_stay(request);
    if (code == CLI_EXIT_CLEAN) {
        code = check_outputs(request, ladder_of_file);
    }
    return code == CLI_EXIT_CLEAN ? cli_sim_check_fit(request) : code;
}

int cli_sim_read_as(const struct cli_sim_form *form, struct cli_sim_request *request, int argc,
                    char **argv)
{
    struct option_list list;

    *request = (struct cli_sim_request){.check = true, .own = request->own};
    sim_settings_default(&request->settings);
    if (!begin_list(&list, form)) {
        return CLI_EXIT_INTERNAL;
    }
    int code = read_all(request, &list, argc, argv);
    end_list(&list);
    return code;
}

int cli_sim_read(struct cli_sim_request *request, int argc, char **argv)
{
    static const struct cli_sim_form form = {
        .own = cli_sim_own_options,
        .own_count = OWN_COUNT,
        .help_row = OWN_HELP,
        .apply = apply_own,
        .shows_packets = true,
    };

    request->own = NULL;
    return cli_sim_read_as(&form, request, argc, argv);
}
