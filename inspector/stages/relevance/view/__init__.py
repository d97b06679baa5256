"""The Relevance lens."""
