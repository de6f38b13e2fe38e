# A link down resets both ends and reports what was lost.
{acknak} sim examples/scenarios/link-down.yaml
