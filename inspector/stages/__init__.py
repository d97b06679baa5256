"""The stages and instruments, each in a package of its own."""
