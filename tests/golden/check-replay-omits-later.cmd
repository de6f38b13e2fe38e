# A replay omits later TLPs: 2 and 3 follow 1 in the replay buffer.
{acknak} check tests/check/traces/replay-omits-later.trace | sed -n "1,/^  rule .*checked/p"
