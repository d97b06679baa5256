"""What each reason code says: one module for each system."""
