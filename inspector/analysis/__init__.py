"""The core run many times, or for a session: runs, expectations, corpora."""
