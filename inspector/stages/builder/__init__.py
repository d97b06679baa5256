"""Bundles as tables, charts and explanations: plain values that any view can show."""
