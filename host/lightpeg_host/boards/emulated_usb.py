"""The computer at the emulated board's USB plug: it enumerates the board and drives each serial channel it offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rp2040py.usb.interfaces import DataDirection, DescriptorType, ISetupPacketParams, SetupRecipient, SetupType
from rp2040py.usb.setup import (
    create_setup_packet,
    get_descriptor_packet,
    set_device_address_packet,
    set_device_configuration_packet,
)

COMMUNICATIONS_CLASS = 0x02
DATA_CLASS = 0x0A
BULK = 2
SET_CONTROL_LINE_STATE = 0x22
DTR_AND_RTS = 0b11
ADDRESS = 1
CONFIGURATION = 1
HEAD_SIZE = 9


class Channel:
    """One serial channel (CDC function) of the board."""

    def __init__(self, usb: Any, control_interface: int) -> None:
        self._usb = usb
        self.control_interface = control_interface
        self.in_endpoint = -1
        self.out_endpoint = -1
        #: What the board has sent and nobody has taken yet.
        self.received = bytearray()
        self._waiting = bytearray()
        self._room: int | None = None

    def take(self) -> bytes:
        """What the board has sent since the last call."""
        data = bytes(self.received)
        self.received.clear()
        return data

    @property
    def backlog(self) -> int:
        """Bytes written here that the board has not taken."""
        return len(self._waiting)

    def write(self, data: bytes) -> None:
        """Send bytes to the board; they wait until it has room."""
        self._waiting += data
        self._pump()

    def offer(self, size: int) -> None:
        """The board has room for `size` bytes. With nothing to send its buffer stays offered, as on a real bus."""
        self._room = size
        self._pump()

    def _pump(self) -> None:
        if self._room is not None and self._waiting:
            size, self._room = self._room, None
            chunk = bytes(self._waiting[:size])
            del self._waiting[:size]
            self._usb.endpoint_read_done(self.out_endpoint, chunk)


class UsbHost:
    """Enumerates the board after each of its resets."""

    def __init__(self, usb: Any) -> None:
        self._usb = usb
        self._found: list[Channel] = []
        self._configured = False
        self._steps: Iterator[None] = iter(())
        self._answer = b""
        usb.on_usb_enabled = usb.reset_device
        usb.on_reset_received = self._bus_reset
        usb.on_endpoint_write = self._from_board
        usb.on_endpoint_read = self._board_has_room
        usb.on_reset = self._gone

    @property
    def channels(self) -> list[Channel]:
        """[console, data] while the board is enumerated, else []."""
        return self._found if self._configured else []

    def _gone(self) -> None:
        self._found = []
        self._configured = False
        self._steps = iter(())

    def _bus_reset(self) -> None:
        self._gone()
        self._steps = self._enumerate()
        next(self._steps)

    def _enumerate(self) -> Iterator[None]:
        """The control transfers, one after the other; each yield waits for the board's answer."""
        send = self._usb.send_setup_packet
        send(set_device_address_packet(ADDRESS))
        yield
        send(get_descriptor_packet(DescriptorType.CONFIGRATION, HEAD_SIZE))
        yield
        while len(self._answer) < HEAD_SIZE:
            yield
        total = self._answer[2] | self._answer[3] << 8
        send(get_descriptor_packet(DescriptorType.CONFIGRATION, total))
        descriptors = b""
        while len(descriptors) < total:
            yield
            descriptors += self._answer
        # Known before the board is told: it offers its buffers while it takes the configuration.
        self._found = self._parse(descriptors)
        send(set_device_configuration_packet(CONFIGURATION))
        yield
        # A terminal is at the console from the start; the data channel is opened when a program opens it.
        self.open(self._found[0], True)
        yield
        self._configured = True

    def open(self, channel: Channel, opened: bool) -> None:
        """Raise or drop DTR and RTS, as a program does that opens or closes the port."""
        self._usb.send_setup_packet(
            create_setup_packet(
                ISetupPacketParams(
                    data_direction=DataDirection.HOST_TO_DEVICE,
                    type=SetupType.CLASS,
                    recipient=SetupRecipient.INTERFACE,
                    b_request=SET_CONTROL_LINE_STATE,
                    w_value=DTR_AND_RTS if opened else 0,
                    w_index=channel.control_interface,
                    w_length=0,
                )
            )
        )

    def _parse(self, descriptors: bytes) -> list[Channel]:
        channels: list[Channel] = []
        at = 0
        data_interface = False
        while at + 1 < len(descriptors) and descriptors[at] >= 2:
            item = descriptors[at : at + descriptors[at]]
            if item[1] == DescriptorType.INTERFACE:
                data_interface = item[5] == DATA_CLASS and bool(channels)
                if item[5] == COMMUNICATIONS_CLASS:
                    channels.append(Channel(self._usb, item[2]))
            elif item[1] == DescriptorType.ENDPOINT and data_interface and item[3] & 3 == BULK:
                if item[2] & 0x80:
                    channels[-1].in_endpoint = item[2] & 0x0F
                else:
                    channels[-1].out_endpoint = item[2] & 0x0F
            at += len(item)
        return channels

    def _from_board(self, endpoint: int, data: bytes | bytearray) -> None:
        if endpoint == 0:
            self._answer = bytes(data)
            next(self._steps, None)
            return
        for channel in self._found:
            if channel.in_endpoint == endpoint:
                channel.received += data

    def _board_has_room(self, endpoint: int, size: int) -> None:
        for channel in self._found:
            if channel.out_endpoint == endpoint:
                channel.offer(size)
