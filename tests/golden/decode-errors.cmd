# Each mistake is one line that says where, what was found and what is expected.
{ {acknak} decode; {acknak} decode 00 0x0g; {acknak} decode 000; {acknak} decode 0000; {acknak} decode --dllp 00; {acknak} decode --tlp 00; {acknak} decode --dllp --tlp 00; } 2>&1
