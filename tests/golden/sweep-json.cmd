# The outcome for programs, but for the digest of the study.
{acknak} sweep {golden}/studies/points.yaml --json -o {tmp}/points.db | grep -v "\"study\""
