"""Plans which boat lies where."""
