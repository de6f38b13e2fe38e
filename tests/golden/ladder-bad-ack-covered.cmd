# Figure 5-15: a damaged Ack 0 is covered by Ack 2.
{acknak} sim examples/scenarios/bad-ack-covered.yaml
