"""Lightpeg: an electronic board that plays Mastermind."""

VERSION = "0.1.0"
