# What the command can do.
{acknak} --help && {acknak} sim --help
