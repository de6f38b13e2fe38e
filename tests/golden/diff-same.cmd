# The same link, seen at other times and with other DLLPs between: the same by protocol.
{acknak} sim --tlps 20 --trace {tmp}/a.trace >/dev/null; awk "/^[0-9]/ && \$3 ~ /^(tlp|dllp|os)/ {split(\$2, t, \"+\"); \$2 = t[1] + 500 \"+\" t[2]} {print}" {tmp}/a.trace >{tmp}/b.trace; {acknak} diff {tmp}/a.trace {tmp}/b.trace
