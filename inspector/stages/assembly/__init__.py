"""The assembly as tables, bands and explanations: plain values that any view can show."""
