"""The session, the edits that change it, and the store that keeps its history. No Qt."""
