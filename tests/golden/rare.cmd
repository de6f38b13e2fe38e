# Tables and terms of a busy link at 128b/130b; nothing of it is seen by a plain run.
{acknak} rare --rate 8 --width 4 --payload 256 --ber 1e-12 --trials 500 --brute 200000
