# Without a command: how it is used, on standard error.
{acknak} 2>&1
