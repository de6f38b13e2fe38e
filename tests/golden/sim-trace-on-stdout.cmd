# A trace on standard output, the summary elsewhere.
{acknak} sim --rate 2.5 --width 1 --tlps 2 --trace - 2>{tmp}/summary
