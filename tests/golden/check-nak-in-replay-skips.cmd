# A Nak in the middle of a replay makes the transmitter skip a TLP.
{acknak} check tests/check/traces/nak-in-replay-skips.trace | sed -n "1,/^  rule .*checked/p"
