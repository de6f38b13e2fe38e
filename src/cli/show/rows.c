/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The options of acknak show, and its help.
 * Not here: what they set (options.c).
 */
#include "cli/show/rows.h"

#include <stdio.h>

#include "cli/common/output.h"
#include "cli/show/options.h"

const struct cli_option cli_show_rows[SHOW_COUNT] = {
    [SHOW_AS] = {.name = "as",
                 .value_name = "FORMAT",
                 .help = "What to make of it; without this, what the name of the output file ends "
                         "in, else text.",
                 .heading = "output"},
    [SHOW_OUTPUT] = {.name = "output",
                     .letter = 'o',
                     .value_name = "FILE",
                     .help = "Where to write it; - is standard output."},
    [SHOW_AT] = {.name = "at",
                 .value_name = "TIME",
                 .help = "Counters, timers and buffers of both ports at this time (12.5us; without "
                         "a unit ns), and what happens next and why.",
                 .heading = "one moment"},
    [SHOW_PACKET] = {.name = "packet",
                     .value_name = "N",
                     .help = "The same for record number N of the trace, with its fields."},
    [SHOW_FOLLOW] = {.name = "follow",
                     .letter = 'f',
                     .help = "Wait for more at the end of a text trace, as it is written.",
                     .heading = "which records"},
    [SHOW_DIRECTION] = {.name = "direction",
                        .value_name = "WORD",
                        .help = "Packets of this direction only: downstream or upstream."},
    [SHOW_KIND] = {.name = "kind",
                   .value_name = "LIST",
                   .help =
                       "These only, with commas between: tlp, ack, nak, dllp (of other layers), "
                       "os, link, port, state, fault, finding."},
    [SHOW_SEQ] = {.name = "seq",
                  .value_name = "N[-M]",
                  .help = "TLPs, Acks and Naks with these sequence numbers only; 4090-5 wraps."},
    [SHOW_FROM] = {.name = "from", .value_name = "TIME", .help = "From this time on."},
    [SHOW_TO] = {.name = "to", .value_name = "TIME", .help = "Up to this time."},
    [SHOW_VIEW] = {.name = "view",
                   .value_name = "WORD",
                   .help = "Packets as seen there only: sender, probe or receiver."},
    [SHOW_AROUND] = {.name = "around",
                     .value_name = "WORD",
                     .help = "Only around findings, or around errors: damage, drops, Naks, "
                             "replays, expiries, what the Link does."},
    [SHOW_CONTEXT] = {.name = "context",
                      .value_name = "N",
                      .help = "With --around: records before and behind; default 12."},
    [SHOW_COLUMNS] = {.name = "columns",
                      .value_name = "N",
                      .help = "text: characters in a row, 40 to 200; default: the terminal.",
                      .heading = "how it looks"},
    [SHOW_ASCII] = {.name = "ascii", .help = "text: no characters beyond ASCII."},
    [SHOW_NO_COUNTERS] = {.name = "no-counters",
                          .help = "text, svg: nothing about counters and timers."},
    [SHOW_ORDERED_SETS] = {.name = "ordered-sets", .help = "text: ordered sets, too."},
    [SHOW_LIMIT] = {.name = "limit",
                    .value_name = "N",
                    .help = "svg, html: packets to draw, at most 200000; default 200000."},
    [SHOW_FORMAT] = {.name = "format",
                     .value_name = "NAME",
                     .help = "Format of the input; without it, by content and name.",
                     .heading = "input"},
    [SHOW_SEEN] = {.name = "seen",
                   .value_name = "WORD",
                   .help = "Where it was recorded, if it does not say: sender, probe or receiver; "
                           "default probe."},
    [SHOW_LANE_DIRECTION] = {.name = "lane-direction",
                             .value_name = "WORD",
                             .help = "Direction of a list of symbols of one lane; default "
                                     "downstream."},
    [SHOW_RATE] = {.name = "rate", .value_name = "GT/S", .help = "Data rate, if it does not say."},
    [SHOW_WIDTH] = {.name = "width", .value_name = "LANES", .help = "Lanes, if it does not say."},
    [SHOW_MPS] = {.name = "mps",
                  .value_name = "BYTES",
                  .help = "Max_Payload_Size, if it does not say: 128, 256, 512, 1024, 2048 or "
                          "4096."},
    [SHOW_RESOLUTION] = {.name = "resolution",
                         .value_name = "TIME",
                         .help = "Step of the times, if it does not say: 8ns; default exact."},
    [SHOW_CHECK] = {.name = "check",
                    .value_name = "WORD",
                    .help = "Whether the protocol checker reads along, and its findings and the "
                            "counters it derives are shown: no, yes, or notes for its notes, "
                            "too; default yes."},
    [SHOW_HELP] = {.name = "help", .letter = 'h', .help = "Print this."},
};

void cli_show_help(FILE *out)
{
    size_t count;
    const struct ak_render_format *const *formats = ak_render_formats(&count);

    fputs("usage: acknak show TRACE|SCENARIO.yaml [OPTION...]\n"
          "\n"
          "Shows the packets of a link and what both ports made of them: a recording, a trace, or\n"
          "a scenario that is simulated first.\n"
          "\n"
          "examples:\n"
          "  acknak show link.trace --around errors\n"
          "  acknak show link.trace --packet 44\n"
          "  acknak show examples/scenarios/lost-tlp.yaml -o lost-tlp.html\n"
          "  acknak show capture.pad --as pcapng -o capture.pcapng\n"
          "\n"
          "formats of the output:\n",
          out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "  %-10s %s\n", formats[i]->name, formats[i]->help);
    }
    fputs("\nformats of the input:\n", out);
    for (size_t i = 0; i < ak_capture_format_count; i++) {
        fprintf(out, "  %-10s %s\n", ak_capture_formats[i].name, ak_capture_formats[i].what);
    }
    fputs("  scenario   a scenario file, by its name: .yaml or .yml (docs/scenario.md)\n\n", out);
    cli_options_print(out, cli_show_rows, SHOW_COUNT, cli_output_columns(out));
}
