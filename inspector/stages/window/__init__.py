"""The placement of chunks, as tables, a ruler and sentences. No Qt."""
