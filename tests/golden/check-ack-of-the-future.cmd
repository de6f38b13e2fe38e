# An Ack for a TLP that was never sent.
{acknak} check tests/check/traces/ack-of-the-future.trace | sed -n "1,/^  rule .*checked/p"
