# Figure 5-15: both Acks are lost, replay by timeout, five duplicates.
{acknak} sim examples/scenarios/bad-ack.yaml
