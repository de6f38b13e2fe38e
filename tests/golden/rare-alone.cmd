# TLPs far apart, each with an Ack of its own, both ways; one event, closed form beside a plain run.
{acknak} rare --rate 2.5 --width 1 --direction both --write-interval 100us --ber 1e-6 --event retrain,replay_by_timeout --trials 0 --brute 20000
