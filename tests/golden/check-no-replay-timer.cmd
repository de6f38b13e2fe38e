# There is no replay timer: the Ack is lost, and nothing happens.
{acknak} check tests/check/traces/no-replay-timer.trace | sed -n "1,/^  rule .*checked/p"
