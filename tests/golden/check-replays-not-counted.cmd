# Replays that never count toward REPLAY_NUM: a Nak, then time-outs without end.
{acknak} check tests/check/traces/replays-not-counted.trace | sed -n "1,/^  rule .*checked/p"
