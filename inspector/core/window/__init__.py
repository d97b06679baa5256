"""Placing typed chunks in a model's window by priority (specification: Window)."""
