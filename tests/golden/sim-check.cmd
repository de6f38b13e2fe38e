# A scripted fault is found, and explains the finding.
{acknak} sim examples/scenarios/bad-ack.yaml --ladder=none --check yes | sed -n 1,8p; {acknak} sim --tlps 10 --check no | sed -n 1,5p
