"""Context Budget Inspector: what goes into a model's context, what was kept out, and why."""

__version__ = "0.1.0"
