"""What the Debian package is made of: each file beside the frozen program, and the whole."""
