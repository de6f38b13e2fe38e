/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acknak decode: bytes in, packets out.
 * Not here: reading digits (hex.c), finding packets (find.c), printing them.
 */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/common/args.h"
#include "cli/common/exit.h"
#include "cli/common/json.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/decode/find.h"
#include "cli/decode/hex.h"
#include "cli/decode/print.h"

enum option_row { OPTION_DLLP, OPTION_TLP, OPTION_JSON, OPTION_HELP, OPTION_COUNT };

static const struct cli_option options[OPTION_COUNT] = {
    [OPTION_DLLP] = {.name = "dllp",
                     .help = "the bytes are DLLPs, six bytes each",
                     .heading = "options"},
    [OPTION_TLP] = {.name = "tlp", .help = "the bytes are a TLP, whatever their number"},
    [OPTION_JSON] = {.name = "json", .help = "packets as JSON, schema acknak-decode-1"},
    [OPTION_HELP] = {.name = "help", .letter = 'h', .help = "this text"},
};

static void print_help(void)
{
    fputs(
        "usage: acknak decode [OPTION...] HEX...\n"
        "\n"
        "What the bytes of a DLLP or TLP say, whether the CRC is right, and the right one.\n"
        "A TLP's bytes are sequence number (2), header, data, ECRC and LCRC (4). Framing symbols\n"
        "are recognised and may hold several packets: FB ... FD, FB ... FE and 5C ... FD of\n"
        "8b/10b, STP and EDB tokens and F0 AC of 128b/130b. Digits may be set apart by spaces,\n"
        "colons, commas or dashes, and begin with 0x; - reads them from standard input.\n",
        stdout);
    cli_options_print(stdout, options, OPTION_COUNT, cli_output_columns(stdout));
    fputs("\n"
          "Exit code 0: every byte belongs to a packet, its CRC good or bad; 1: some do not.\n"
          "\n"
          "examples:\n"
          "  acknak decode 00000000b362\n"
          "  acknak decode FB 0000 04000001 0000000f 01000000 4fa62aff FD\n",
          stdout);
}

struct request {
    enum packet_wish wish;
    bool json;
    bool help;
    bool from_stream;
    unsigned int plain_count;
    struct hex_bytes input;
};

static bool set_wish(struct request *request, enum packet_wish wish)
{
    if (request->wish != WISH_NONE && request->wish != wish) {
        say("found both --dllp and --tlp, expected one");
        return false;
    }
    request->wish = wish;
    return true;
}

static bool read_option(enum option_row row, struct request *request)
{
    switch (row) {
    case OPTION_DLLP:
        return set_wish(request, WISH_DLLP);
    case OPTION_TLP:
        return set_wish(request, WISH_TLP);
    case OPTION_JSON:
        request->json = true;
        return true;
    case OPTION_HELP:
        request->help = true;
        return true;
    case OPTION_COUNT:
        break;
    }
    return false;
}

static int read_plain(const char *value, struct request *request)
{
    char place[32];

    request->plain_count++;
    if (strcmp(value, "-") == 0) {
        request->from_stream = true;
        return hex_read_stream(&request->input, stdin, "standard input") ? CLI_EXIT_CLEAN
                                                                         : CLI_EXIT_INPUT;
    }
    snprintf(place, sizeof place, "argument %u", request->plain_count);
    return hex_read_text(&request->input, value, place) ? CLI_EXIT_CLEAN : CLI_EXIT_USAGE;
}

static int read_arguments(int argc, char **argv, struct request *request)
{
    struct cli_args args;
    enum cli_arg_kind kind;

    cli_args_begin(&args, argc, argv, options, OPTION_COUNT);
    while ((kind = cli_args_next(&args)) == CLI_ARG_OPTION || kind == CLI_ARG_PLAIN) {
        int code = CLI_EXIT_CLEAN;
        if (kind == CLI_ARG_PLAIN) {
            code = read_plain(args.value, request);
        } else if (!read_option((enum option_row)args.row, request)) {
            code = CLI_EXIT_USAGE;
        }
        if (code != CLI_EXIT_CLEAN) {
            return code;
        }
    }
    return kind == CLI_ARG_END ? CLI_EXIT_CLEAN : CLI_EXIT_USAGE;
}

static int print_text(struct packet_input *input)
{
    int code = CLI_EXIT_CLEAN;
    struct packet packet;
    bool first = true;

    while (packet_input_next(input, &packet)) {
        if (!first) {
            putchar('\n');
        }
        first = false;
        packet_print_text(&packet);
        if (packet.kind == PACKET_ERROR) {
            code = CLI_EXIT_FINDINGS;
        }
    }
    return code;
}

static int print_json(struct packet_input *input)
{
    int code = CLI_EXIT_CLEAN;
    json_t *document = json_object();
    json_t *packets = json_array();
    struct packet packet;

    while (packet_input_next(input, &packet)) {
        json_array_append_new(packets, packet_json(&packet));
        if (packet.kind == PACKET_ERROR) {
            code = CLI_EXIT_FINDINGS;
        }
    }
    json_object_set_new(document, "schema", json_string("acknak-decode-1"));
    json_object_set_new(document, "packets", packets);
    cli_json_print(document);
    return code;
}

static int decode(struct request *request)
{
    struct packet_input input;

    if (!packet_input_begin(&input, request->input.bytes, request->input.count, request->wish)) {
        return request->from_stream ? CLI_EXIT_INPUT : CLI_EXIT_USAGE;
    }
    return request->json ? print_json(&input) : print_text(&input);
}

int cmd_decode(int argc, char **argv)
{
    struct request request = {0};
    int code = read_arguments(argc, argv, &request);

    if (code == CLI_EXIT_CLEAN && request.help) {
        print_help();
    } else if (code == CLI_EXIT_CLEAN) {
        code = decode(&request);
    }
    hex_free(&request.input);
    return code;
}
