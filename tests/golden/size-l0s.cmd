# SIZE: L0s after 100 ns of idle: 128 FTS of 4 symbol times at 4 ns are 2048 ns, longer than the
# table's REPLAY_TIMER of 876 ns.
{acknak} size --rate 2.5 --width 4 --mps 128 --payload 128 --l0s yes --l0s-entry 100ns
