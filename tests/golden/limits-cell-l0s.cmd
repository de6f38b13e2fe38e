# LIM-03, LIM-04: L0s terms outside the factor; simplified timer in force at 32 GT/s.
{acknak} limits --rate 2.5 --width x1 --mps 128 --tx-l0s 50 --rx-l0s 100; {acknak} limits --rate 32 --width 16 --mps 512 --extended-sync
