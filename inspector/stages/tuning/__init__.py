"""Sweeps, thresholds and the optimum turned into charts, tables and sentences."""
