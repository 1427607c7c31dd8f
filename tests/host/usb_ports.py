"""Serial ports as pySerial describes them on each system, taken from what people reported."""

from types import SimpleNamespace


def port(device, vid=None, pid=None, serial=None, location=None, interface=None, product=None):
    return SimpleNamespace(
        device=device,
        vid=vid,
        pid=pid,
        serial_number=serial,
        location=location,
        interface=interface,
        product=product,
    )


def linux_board(first=0, serial="E6614103E7452D2F", place="1-2"):
    """Both channels of a Pico: (console, data)."""
    return (
        port(f"/dev/ttyACM{first}", 0x239A, 0x80F4, serial, f"{place}:1.0", "CircuitPython CDC control", "Pico"),
        port(f"/dev/ttyACM{first + 1}", 0x239A, 0x80F4, serial, f"{place}:1.2", "CircuitPython CDC2 control", "Pico"),
    )


OTHERS = [
    port("/dev/ttyS0"),
    port("/dev/cu.Bluetooth-Incoming-Port"),
    port("/dev/ttyUSB0", 0x0403, 0x6001, "A50285BI", "1-3", None, "FT232R USB UART"),
    port("/dev/ttyACM7", 0x2341, 0x0043, "85430353531351B0", "1-4:1.0", None, None),
    # A Pico with MicroPython, and the debug probe, and a bridge with two channels.
    port("/dev/ttyACM8", 0x2E8A, 0x0005, "e6614103e7452d30", "1-5:1.0", "Board CDC", "Board in FS mode"),
    port("/dev/ttyACM9", 0x2E8A, 0x000C, "E6633861A3", "1-6:1.1", "CDC-ACM UART Interface", "Debug Probe"),
    port("COM10", 0x2E8A, 0x000A, "E6633861A4", "1-7:x.0", None, None),
    port("COM11", 0x2E8A, 0x000A, "E6633861A4", "1-7:x.2", None, None),
    # An Adafruit bootloader.
    port("COM12", 0x239A, 0x0015, "5A", "1-8:x.0", None, None),
    port("COM13", 0x239A, 0x0015, "5A", "1-8:x.2", None, None),
]
