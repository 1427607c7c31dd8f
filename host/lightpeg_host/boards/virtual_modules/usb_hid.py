"""CircuitPython's `usb_hid`, only to be switched off."""


def disable() -> None:
    """The virtual board has no keyboard or mouse to offer."""
