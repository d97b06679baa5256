"""Why something is in or out, for every lens: explanation, arithmetic, texts, notes."""
