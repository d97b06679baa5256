"""The Assembly lens: the eight steps of a prompt in the model's window."""
