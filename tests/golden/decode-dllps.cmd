# DLLP-02, DLLP-03: the kinds of DLLP, with and without framing symbols, one damaged, one with reserved bits, one unknown.
for hex in 00000000b362 5c10000ffe6fd4fd f0ac411fc7fffdc1 a0:ff:ff:ff:43:18 02800001,3156 "0x20 00 00 00 65 ad" 00fff0055c17 7f000000b61f 000000050000; do {acknak} decode $hex; done
