# A replay includes what the Nak acknowledged.
{acknak} check tests/check/traces/replay-of-acknowledged.trace | sed -n "1,/^  rule .*checked/p"
