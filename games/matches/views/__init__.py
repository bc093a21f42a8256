"""Pages of matches: starting one, watching it, scoring it, correcting it."""
