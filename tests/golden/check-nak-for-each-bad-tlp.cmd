# A Nak for every bad TLP, although NAK_SCHEDULED is set.
{acknak} check tests/check/traces/nak-for-each-bad-tlp.trace | sed -n "1,/^  rule .*checked/p"
