# What can vary, and what can be watched.
{acknak} sweep --list
