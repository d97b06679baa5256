"""How the planner is set up on the machine in the harbour office."""

OFFICE = "Harbour office, North Mole"
OPENS, CLOSES = 7, 22

# The board on the quay asks for this. It is an example and nobody's password.
board_password = "fake-password-for-the-board"
