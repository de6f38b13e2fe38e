# Both kinds of packet for programs.
{acknak} decode --json fb 0000 04000001 0000000f 01000000 4fa62aff fd 5c 00000000 b362 fd
