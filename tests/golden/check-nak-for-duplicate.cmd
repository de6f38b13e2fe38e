# A duplicate is answered with a Nak.
{acknak} check tests/check/traces/nak-for-duplicate.trace | sed -n "1,/^  rule .*checked/p"
