"""What is owed goes out: claimed, rendered, frozen, sent, marked."""
