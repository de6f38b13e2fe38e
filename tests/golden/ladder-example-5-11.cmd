# The book's Example 5-11: one Ack 1 when ACKNAK_LATENCY_TIMER expires.
{acknak} sim examples/scenarios/example-5-11.yaml
