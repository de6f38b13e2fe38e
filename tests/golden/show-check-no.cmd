# Nothing of the checker's, and so no findings to show what is around them.
{acknak} show tests/check/traces/nak-for-duplicate.trace --columns 80 --ascii --check no --around findings 2>&1
