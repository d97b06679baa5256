"""The context window manager (specification: Window)."""
