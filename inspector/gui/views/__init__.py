"""The lenses of the window, one package each."""
