# A nullified TLP is answered with a Nak.
{acknak} check tests/check/traces/nak-for-nullified.trace | sed -n "1,/^  rule .*checked/p"
