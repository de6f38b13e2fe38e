# LIM-01, LIM-02: the three published tables.
{acknak} limits --rate 2.5; {acknak} limits --rate 5.0; {acknak} limits --rate 8
