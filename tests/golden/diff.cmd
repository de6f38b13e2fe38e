# The first difference of two traces.
{acknak} diff tests/check/traces/clean.trace tests/check/traces/replay-of-acknowledged.trace
