"""The Discipline lens: hot state, change check, turns."""
