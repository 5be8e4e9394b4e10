"""Where letters go, and where mail is fetched from."""
