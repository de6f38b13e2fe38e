# An Ack is used although its CRC is bad: TLPs 0 to 2 are purged.
{acknak} check tests/check/traces/bad-ack-used.trace | sed -n "1,/^  rule .*checked/p"
