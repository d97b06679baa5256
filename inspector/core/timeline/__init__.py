"""The timeline of a session: what each request to a model sent, what it cost, what was lost."""
