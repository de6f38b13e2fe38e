# No fault: a damaged TLP, its Nak, its replay, the Ack.
{acknak} check tests/check/traces/clean.trace | sed -n "1,/^  rule .*checked/p"
