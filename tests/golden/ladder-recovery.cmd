# Recovery cuts a TLP; timers stand still.
{acknak} sim examples/scenarios/recovery.yaml
