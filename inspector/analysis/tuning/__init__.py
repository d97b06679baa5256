"""A result as a function of the policy: sweeps, maps, thresholds and the exact optimum."""
