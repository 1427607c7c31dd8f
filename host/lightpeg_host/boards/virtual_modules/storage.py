"""CircuitPython's `storage`: who may write to the drive."""

from lightpeg_host.boards.virtual_chip import chip


def remount(mount_path: str, readonly: bool = False, *, disable_concurrent_write_protection: bool = False) -> None:
    """Give the drive to the firmware (readonly False) or to the computer; only in boot.py."""
    if mount_path != "/":
        raise OSError(19, "No such device")
    if chip().usb_started:
        raise RuntimeError("Cannot remount path when visible via USB.")
    chip().drive_readonly = readonly


class _Drive:
    label = "CIRCUITPY"

    @property
    def readonly(self) -> bool:
        """True when the firmware cannot write."""
        return chip().drive_readonly


def getmount(mount_path: str) -> _Drive:
    """The drive."""
    return _Drive()
