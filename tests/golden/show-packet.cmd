# Fields and bytes of a record, the state of both ports when it had arrived, and what comes next.
{acknak} show tests/render/exchange.trace --packet 9
