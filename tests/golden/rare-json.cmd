# JSON: what was sampled, what was seen, what is only known in closed form.
{acknak} rare --rate 5 --width 8 --payload 128 --ber 1e-7 --event retrain,undetected_tlp --trials 300 --brute 100000 --json
