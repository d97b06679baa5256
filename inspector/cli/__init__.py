"""The command line: one module for each command. Importing it loads no Qt."""
