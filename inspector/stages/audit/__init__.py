"""An audit as lines, tables, explanations and a report."""
