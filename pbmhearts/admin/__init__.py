"""What the operator sees, and what the operator does."""
