"""Where the names of one file lead, by the rules of its language."""
