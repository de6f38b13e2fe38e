# The document acknak-sim-1.
{acknak} sim --tlps 10 --payload 128 --ber 1e-5 --seed 3 --json
