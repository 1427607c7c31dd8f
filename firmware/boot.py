"""Runs before USB starts: which channels the computer sees, and who may write to the drive.

The drive belongs to the firmware. Hold MENU while the board gets power and it belongs to the computer instead: that is
how files are copied to the board, and the way out should a file of the firmware ever be broken.
"""

import board
import digitalio
import storage
import usb_cdc

usb_cdc.enable(console=True, data=True)

try:
    import usb_hid
    import usb_midi

    usb_hid.disable()
    usb_midi.disable()
except ImportError:
    pass  # this build has no keyboard or MIDI to switch off

from lightpeg.hal import pins  # noqa: E402 - if this fails, the channels above are open and the drive is the computer's

menu = digitalio.DigitalInOut(getattr(board, pins.MENU))
menu.switch_to_input(pull=digitalio.Pull.UP)
if menu.value:
    storage.remount("/", readonly=False)
else:
    print("MENU is held: the drive belongs to the computer until the next start")
menu.deinit()
