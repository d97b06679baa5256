"""Secrets as public documentation of languages, formats and issuers shows them, and decoys."""
