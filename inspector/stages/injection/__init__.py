"""Injection results as tables, bars and explanations. No Qt."""
