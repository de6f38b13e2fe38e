# Several traces, a part of the rules, JSON.
{acknak} check tests/check/traces/clean.trace tests/check/traces/nak-for-nullified.trace --only RX-02,RX-06 --json
