# Only around findings, of a recording; and each finding once, when a trace that holds them is read.
{acknak} show tests/check/traces/nak-with-bad-number.trace --around findings --context 1 --columns 80 --ascii && {acknak} show tests/check/traces/nak-with-bad-number.trace --as trace | {acknak} show - --as jsonl | grep -o '"kind":"finding".*'
