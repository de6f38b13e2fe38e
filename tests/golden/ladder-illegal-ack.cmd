# An Ack for a TLP that was never sent is a Data Link Protocol Error.
{acknak} sim examples/scenarios/illegal-ack.yaml
