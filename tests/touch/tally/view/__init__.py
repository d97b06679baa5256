"""The lens of the tally."""
