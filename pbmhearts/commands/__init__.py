"""The language that verbs share: what a verb is, what it works with, and what it may ask of a mail."""
