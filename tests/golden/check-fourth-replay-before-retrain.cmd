# The fourth replay is sent at once, and the link retrains behind it.
{acknak} check tests/check/traces/fourth-replay-before-retrain.trace | sed -n "1,/^  rule .*checked/p"
