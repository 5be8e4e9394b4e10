"""One mail in: read, parsed, identified, obeyed, answered."""
