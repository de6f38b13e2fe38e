# All that acknak check prints: a trace of the simulator, the table of rules.
{acknak} sim --tlps 12 --rate 2.5 --width 1 --payload 4 --fault nak_dllp,direction=upstream --trace - 2>/dev/null | {acknak} check -
