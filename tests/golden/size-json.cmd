# SIZE: both ways, cable, Acks for each TLP: schema acknak-size-1.
{acknak} size --rate 8 --width 8 --payload 256 --direction both --ack-policy each --cable 2.5 --ns-per-metre 4.8 --json
