# SPDX-License-Identifier: Apache-2.0
"""tools/check-layers finds a broken rule and nothing else."""
import unittest

from tool_test import ToolTest


class CheckLayers(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("include/acknak/seq.h", "#include <stdint.h>")
        self.write("include/acknak/tx.h", '#include "acknak/seq.h"')
        self.write("src/core/tx_purge.c", '#include "acknak/tx.h"', "#include <string.h>")
        self.write("src/trace/event.h", "#include <acknak/seq.h>", "#include <stdio.h>")
        self.write("src/sim/run.c", '#include "trace/event.h"', '#include "acknak/tx.h"')
        self.write("src/check/order.c", '#include "trace/event.h"')
        self.write("examples/loopback.c", "#include <acknak/tx.h>")

    def expect_complaint(self, *parts):
        code, output = self.run_tool("tools/check-layers", self.root)
        self.assertEqual(code, 1, output)
        for part in parts:
            self.assertIn(part, output)
        self.assertIn("1 of the #include lines", output)

    def test_a_tree_that_keeps_to_the_rules(self):
        code, output = self.run_tool("tools/check-layers", self.root)
        self.assertEqual(code, 0, output)
        self.assertIn("7 files", output)

    def test_check_may_not_use_the_state_machines(self):
        self.write("src/check/replay.c", "", "#include <acknak/tx.h>")
        self.expect_complaint("src/check/replay.c:2:", "core/proto",
                              "rule: check uses trace, core/wire")

    def test_check_may_not_use_sim(self):
        self.write("src/sim/fault.h")
        self.write("src/check/fault.c", '#include "sim/fault.h"')
        self.expect_complaint("src/check/fault.c:1:", "src/sim/fault.h (sim)")

    def test_a_relative_path_hides_nothing(self):
        self.write("src/sim/fault.h")
        self.write("src/check/fault.c", '#include "../sim/fault.h"')
        self.expect_complaint("src/check/fault.c:1:", "src/sim/fault.h (sim)")

    def test_render_may_use_formats_but_not_the_protocol(self):
        self.write("src/render/csv.c", "#  include <acknak/tx.h>")
        self.expect_complaint("src/render/csv.c:1:", "rule: render uses trace, core/wire")

    def test_wire_may_not_use_proto(self):
        self.write("src/core/crc.c", '#include "acknak/tx.h"')
        self.expect_complaint("src/core/crc.c:1:", "rule: core/wire uses nothing")

    def test_core_is_freestanding(self):
        self.write("src/core/rx.c", "#include <stdlib.h>")
        self.expect_complaint("src/core/rx.c:1:", "<stdlib.h>", "freestanding")

    def test_a_core_file_of_unknown_name(self):
        self.write("src/core/misc.c")
        self.expect_complaint("src/core/misc.c", "no table")

    def test_an_unknown_folder(self):
        self.write("src/util/list.c")
        self.expect_complaint("src/util/list.c", "no table")

    def test_public_headers_include_no_private_ones(self):
        self.write("src/core/tx_state.h")
        self.write("include/acknak/port.h", '#include "core/tx_state.h"')
        self.expect_complaint("include/acknak/port.h:1:", "public headers")

    def test_examples_use_public_headers_only(self):
        self.write("src/core/tx_state.h")
        self.write("examples/inside.c", '#include "core/tx_state.h"')
        self.expect_complaint("examples/inside.c:1:", "public headers")

    def test_a_command_uses_what_commands_share(self):
        self.write("src/cli/commands.h")
        self.write("src/cli/common/say.h")
        self.write("src/cli/sim/options.h")
        self.write("src/cli/sim/cmd_sim.c", '#include "cli/commands.h"',
                   '#include "cli/common/say.h"', '#include "cli/sim/options.h"')
        self.write("src/cli/rare/cmd_rare.c", '#include "cli/sim/options.h"')
        code, output = self.run_tool("tools/check-layers", self.root)
        self.assertEqual(code, 0, output)

    def test_a_command_may_not_use_another(self):
        self.write("src/cli/show/rows.h")
        self.write("src/cli/sim/cmd_sim.c", '#include "cli/show/rows.h"')
        self.expect_complaint("src/cli/sim/cmd_sim.c:1:", "src/cli/show/rows.h (cli/show)")

    def test_a_folder_inside_a_command_is_part_of_it(self):
        self.write("src/cli/show/rows.h")
        self.write("src/cli/sweep/mpi/ranks.c", '#include "cli/show/rows.h"')
        self.expect_complaint("src/cli/sweep/mpi/ranks.c:1:", "rule: cli/sweep uses")

    def test_what_commands_share_uses_no_command(self):
        self.write("src/cli/sim/options.h")
        self.write("src/cli/common/progress.h", '#include "cli/sim/options.h"')
        self.expect_complaint("src/cli/common/progress.h:1:", "rule: cli/common uses core/wire")

    def test_what_commands_share_knows_no_table_of_them(self):
        self.write("src/cli/commands.h")
        self.write("src/cli/common/args.c", '#include "cli/commands.h"')
        self.expect_complaint("src/cli/common/args.c:1:", "src/cli/commands.h (cli)")

    def test_a_header_that_is_not_there(self):
        self.write("src/sim/queue.c", '#include "sim/heap.h"')
        self.expect_complaint("src/sim/queue.c:1:", "not in this tree")

    def test_usage(self):
        code, output = self.run_tool("tools/check-layers", self.root / "absent")
        self.assertEqual(code, 2, output)


if __name__ == "__main__":
    unittest.main()
