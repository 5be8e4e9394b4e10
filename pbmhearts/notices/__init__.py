"""Who is told what, and the page of each letter."""
