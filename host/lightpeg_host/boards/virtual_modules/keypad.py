"""CircuitPython's `keypad`, the part for single keys: `Keys`, `Event`, `EventQueue`.

Scans in virtual time. A key counts up while it reads pressed and down while not; when the count that started at minus
the threshold reaches zero the key has changed and the count goes to the other end. The queue drops what does not fit.
"""

from collections import deque
from typing import Any

from lightpeg_host.boards.virtual_chip import chip


class Event:
    """A key went down or up."""

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int | None = None) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = chip().raw_ticks_ms() if timestamp is None else timestamp

    @property
    def released(self) -> bool:
        """The opposite of `pressed`."""
        return not self.pressed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key_number == other.key_number and self.pressed == other.pressed

    def __hash__(self) -> int:
        return self.key_number << 1 | self.pressed


class EventQueue:
    """The events not yet taken, at most `max_events`; a further one is lost and sets `overflowed`."""

    def __init__(self, max_events: int) -> None:
        self._max = max_events
        self._events: deque[tuple[int, bool, int]] = deque()
        self.overflowed = False

    def _add(self, key_number: int, pressed: bool) -> None:
        if len(self._events) >= self._max:
            self.overflowed = True
            return
        self._events.append((key_number, pressed, chip().raw_ticks_ms()))

    def get(self) -> Event | None:
        """The next event, None if there is none."""
        return Event(*self._events.popleft()) if self._events else None

    def get_into(self, event: Event) -> bool:
        """Store the next event in `event`; False if there is none."""
        if not self._events:
            return False
        event.key_number, event.pressed, event.timestamp = self._events.popleft()
        return True

    def clear(self) -> None:
        """Forget all events and that some were lost."""
        self._events.clear()
        self.overflowed = False

    def __len__(self) -> int:
        return len(self._events)

    def __bool__(self) -> bool:
        return bool(self._events)


class Keys:
    """Independent keys, a pin each."""

    def __init__(
        self,
        pins: Any,
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        if max_events < 1:
            raise ValueError("max_events must be >= 1")
        if not 1 <= debounce_threshold <= 127:
            raise ValueError("debounce_threshold must be 1-127")
        self._pins = [pin.id for pin in pins]
        self._value_when_pressed = value_when_pressed
        self._interval_us = round(interval * 1_000_000)
        self._threshold = debounce_threshold
        self._counts = [-debounce_threshold] * len(self._pins)
        self._active = True
        self.key_count = len(self._pins)
        self.events = EventQueue(max_events)
        self._scan()

    def _scan(self) -> None:
        if not self._active:
            return
        here = chip()
        for number, pin in enumerate(self._pins):
            pressed = bool(here.level(pin)) == self._value_when_pressed
            if self._count(number, pressed):
                self.events._add(number, pressed)
        here.alarm(here.now_us + self._interval_us, self._scan)

    def _count(self, number: int, pressed: bool) -> bool:
        """Count one reading; True if the key has changed."""
        step = 1 if pressed else -1
        end = step * self._threshold
        if self._counts[number] == end:
            return False
        self._counts[number] += step
        if self._counts[number] != 0:
            return False
        self._counts[number] = end
        return True

    def reset(self) -> None:
        """Take all keys as released; those that are down give a new event."""
        self._counts = [-self._threshold] * self.key_count

    def deinit(self) -> None:
        """Stop scanning."""
        self._active = False
