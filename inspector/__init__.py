"""Context Budget Inspector: what goes into a model's context, what was kept out, and why."""

__version__ = "1.0.0"
