# How a study is written and run.
{acknak} sweep --help && {acknak} merge --help
