"""Token counters: exact ones for model encodings, and the specifications' named estimators."""
