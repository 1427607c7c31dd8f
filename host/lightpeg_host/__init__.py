"""Lightpeg on the computer: the command line, the virtual and the emulated board."""
