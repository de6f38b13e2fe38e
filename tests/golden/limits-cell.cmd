# LIM-01, LIM-02: one cell, every term: 54.6 is floored before it is tripled.
{acknak} limits --rate 2.5 --width 4 --mps 128
