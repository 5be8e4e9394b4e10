"""The games, as pure functions: nothing here knows of mail, storage, time or chance."""
