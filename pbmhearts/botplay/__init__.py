"""Bots play here, as players do: asked outside of every transaction, their cards handed in like anybody's."""
