"""The relevance pre-parser as rows, a grid, sentences and lines of text."""
