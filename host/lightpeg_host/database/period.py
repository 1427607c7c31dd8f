"""A period as a person writes it."""

from __future__ import annotations

from datetime import datetime, timedelta

from lightpeg_host.errors import UsageError

FORMATS = ("%Y", "%Y-%m", "%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M")


def since(text: str) -> int:
    """The first second of a year, month, day or minute in this computer's time zone. UsageError if it is none."""
    return _epoch(_parsed(text)[0])


def until(text: str) -> int:
    """The first second after it. UsageError if it is none."""
    moment, form = _parsed(text)
    try:
        if form == "%Y":
            return _epoch(moment.replace(year=moment.year + 1))
        if form == "%Y-%m":
            return _epoch((moment + timedelta(days=31)).replace(day=1))
        return _epoch(moment + (timedelta(days=1) if form == "%Y-%m-%d" else timedelta(minutes=1)))
    except (ValueError, OverflowError) as error:
        raise _no_date(text) from error


def _parsed(text: str) -> tuple[datetime, str]:
    for form in FORMATS:
        try:
            return datetime.strptime(text.strip(), form), form
        except ValueError:
            continue
    raise _no_date(text)


def _epoch(moment: datetime) -> int:
    try:
        return int(moment.timestamp())
    except (ValueError, OverflowError, OSError) as error:
        raise _no_date(str(moment.year)) from error


def _no_date(text: str) -> UsageError:
    return UsageError(f"{text!r} is no date. Write 2026, 2026-11, 2026-11-30 or 2026-11-30T18:00.")
