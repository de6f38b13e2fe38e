# SIZE: the slack of every cell; 2.5 GT/s x1, MPS 128: 711 symbol times are 2844 ns. The other way, a
# TLP of the MPS in progress, 608 ns, SKP 20, Ack 32, due 948 - 10, delays 30: 1628; half of 1216.
{acknak} size --cells
