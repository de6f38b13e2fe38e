# Options written as a scenario file.
{acknak} sim --rate 2.5 --ber-upstream 1e-6 --ack-policy-b each --fault lose,nth=2 --event recovery,time=5us --tlps 50 --scenario-out -
