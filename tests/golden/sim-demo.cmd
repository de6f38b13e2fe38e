# The main job: a recorded NVMe stream across a damaged link.
{acknak} sim examples/scenarios/demo.yaml
