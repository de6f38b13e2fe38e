# The ladder of a TLP that arrives damaged, with the finding below it.
{acknak} show tests/render/exchange.trace --columns 80 --ascii
