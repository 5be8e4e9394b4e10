"""From a mail's bytes to what its writer said."""
