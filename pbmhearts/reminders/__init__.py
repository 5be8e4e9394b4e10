"""Who lets a board wait is reminded of it, and loses the seat in the end."""
