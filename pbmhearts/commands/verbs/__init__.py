"""One file a verb: each module here exports SPEC, and is found by that alone."""
