# No Ack arrives: replays, rollovers, retrains, and the port gives up.
{acknak} sim examples/scenarios/blocked-acks.yaml
