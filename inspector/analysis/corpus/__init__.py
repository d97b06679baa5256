"""Many requests over every value of a policy: exact curves, what they recommend, and how sure."""
