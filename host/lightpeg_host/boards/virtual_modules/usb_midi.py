"""CircuitPython's `usb_midi`, only to be switched off."""


def disable() -> None:
    """The virtual board has no MIDI to offer."""
