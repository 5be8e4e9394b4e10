"""Mail bytes in and out: what a mail says, and how a letter is written."""
