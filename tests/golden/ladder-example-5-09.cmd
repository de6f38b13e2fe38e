# The book's Example 5-9: a Nak 4094 purges 4094 and replays 4095 to 2.
{acknak} sim examples/scenarios/example-5-09.yaml
