"""What survives a power cut, over a byte store."""
