# Figure 5-14: TLP 1 is lost, Nak 0, replay of 1 and 2.
{acknak} sim examples/scenarios/lost-tlp.yaml
