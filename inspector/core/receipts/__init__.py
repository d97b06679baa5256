"""Receipts: what one decision chose from and what it chose, without texts, enough to replay it."""
