# SIZE: 2.5 GT/s x4, writes of 128 bytes: 152 symbols, 38 symbol times of 4 ns are 152 ns. An Ack is
# due at (73 - 0) symbol times less 10 ns of own delays: 282 ns. The line back is idle: a symbol time,
# an SKP ordered set of 5, the Ack of 2. 152 + 15 + 282 + 4 + 20 + 8 + 15 = 496 ns are 3.26 TLPs: 4.
{acknak} size --rate 2.5 --width 4 --mps 128 --payload 128
