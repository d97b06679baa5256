"""A corpus as tables, sentences and the numbers of its charts."""
