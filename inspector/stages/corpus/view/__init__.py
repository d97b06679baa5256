"""The Corpus lens: every request of the open corpus over every value of the policy."""
