# The book's Example 5-7: one Ack 5 for TLPs 3 to 5.
{acknak} sim examples/scenarios/example-5-07.yaml
