"""Taking ranked cards under a budget and ceilings: in turn, or the best selection there is."""
