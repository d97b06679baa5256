"""The lens of a session's timeline."""
