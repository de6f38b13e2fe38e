# An Ack is never sent.
{acknak} check tests/check/traces/ack-never-sent.trace | sed -n "1,/^  rule .*checked/p"
