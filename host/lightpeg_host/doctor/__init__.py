"""Looks for what keeps a board from working, from the cable to the last button, and says what to do about it."""
