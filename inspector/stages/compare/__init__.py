"""Two runs side by side, as rows, bars, a matrix and sentences."""
