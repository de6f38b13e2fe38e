# The book's Example 5-12: one Nak, three TLPs dropped, the flag cleared.
{acknak} sim examples/scenarios/example-5-12.yaml
