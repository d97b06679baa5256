"""What a request chooses from: cards as columns, buckets of files, and the request itself."""
