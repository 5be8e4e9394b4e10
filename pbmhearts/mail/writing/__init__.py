"""From a letter to a mail's bytes."""
