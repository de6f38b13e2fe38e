# A Nak carries the bad TLP's own number.
{acknak} check tests/check/traces/nak-with-bad-number.trace | sed -n "1,/^  rule .*checked/p"
