"""The Injection lens: inputs, budget bar, tables, and why each subject is in or out."""
