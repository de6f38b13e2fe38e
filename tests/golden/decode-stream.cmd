# Digits come by standard input too, with line and character in errors.
printf "0000:0000\nb3 62\n" | {acknak} decode -; printf "0000\n00 0g" | {acknak} decode - 2>&1
