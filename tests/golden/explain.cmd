# All rules, one, and one that does not exist.
{acknak} explain; {acknak} explain rx-05 TX-08; {acknak} explain RX-5 2>&1
