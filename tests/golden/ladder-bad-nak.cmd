# Figure 5-16: a damaged Nak is made up for by REPLAY_TIMER.
{acknak} sim examples/scenarios/bad-nak.yaml
