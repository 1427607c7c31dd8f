"""Brings the firmware onto a board's drive: finds it, plans what must change, copies, reads back."""
