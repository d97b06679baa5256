"""What each language's grammar calls things: definitions, bodies, imports, bases and calls."""
