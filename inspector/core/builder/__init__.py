"""The context builder: an index of a project, and the bundle that one call gets from it."""
