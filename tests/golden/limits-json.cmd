# The same cell for programs; 16 GT/s shows halves of nanoseconds.
{acknak} limits --rate 16 --width 1 --mps 128 --json
