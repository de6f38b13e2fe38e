# The book's Example 5-8: one Ack 1 for TLPs 4094, 4095, 0 and 1.
{acknak} sim examples/scenarios/example-5-08.yaml
