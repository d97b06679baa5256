"""The audit bundle: one file with everything that a manifest can be checked against."""
