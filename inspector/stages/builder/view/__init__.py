"""The Builder lens: what one call may see of a project, and why."""
