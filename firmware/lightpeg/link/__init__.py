"""The conversation with a computer: frames, messages and error codes."""
