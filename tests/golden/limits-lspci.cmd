# The link of a device from lspci -vvv: x2 at 8 GT/s; MPS 256 is said by the root port alone.
{acknak} limits --lspci tests/diagnose/samples/lspci.txt --device 02:00.0 2>&1
