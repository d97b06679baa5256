"""The Tuning lens: a result as a function of the policy, thresholds, and the optimum."""
