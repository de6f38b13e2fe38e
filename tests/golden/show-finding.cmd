# A recording without findings of its own: the checker's stand below the packet, its counters beside.
{acknak} show tests/check/traces/nak-for-duplicate.trace --columns 80 --ascii
