"""The lens of the window: chunks on a ruler of tokens, their verdicts, and why."""
