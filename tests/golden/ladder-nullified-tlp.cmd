# A nullified TLP is dropped in silence.
{acknak} sim examples/scenarios/nullified-tlp.yaml
