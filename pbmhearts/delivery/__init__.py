"""Letters go out: claimed, rendered, frozen, sent, marked."""
