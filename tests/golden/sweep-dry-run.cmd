# The points of a study in their order, then those of its second part.
{acknak} sweep {golden}/studies/points.yaml --dry-run && {acknak} sweep {golden}/studies/points.yaml --dry-run --shard 2/5
