# Each mistake is one line that says what was found and what is expected.
{ {acknak} limits --rate 7; {acknak} limits --width 3; {acknak} limits --mps 100; {acknak} limits --max-rate 5 --rate 8; {acknak} limits --replay-timer 0; {acknak} limits --l0s -1; {acknak} limits x1; } 2>&1
