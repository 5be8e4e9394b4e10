"""What can happen at a table: moves, plans, proposals, seats, invitations, watching."""
