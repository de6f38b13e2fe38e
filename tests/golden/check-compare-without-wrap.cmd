# Sequence numbers are compared without wrap: Ack 1 is taken for older than 4094.
{acknak} check tests/check/traces/compare-without-wrap.trace | sed -n "1,/^  rule .*checked/p"
