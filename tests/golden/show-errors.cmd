# A wrong format: one line, with what was meant.
{acknak} show tests/render/exchange.trace --as jsonlines 2>&1
