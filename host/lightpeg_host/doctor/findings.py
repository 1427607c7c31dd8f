"""What a check found."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from lightpeg_host.errors import LightpegError

State = Literal["good", "note", "bad", "skipped"]


@dataclass(frozen=True)
class Finding:
    """The outcome of one check: a sentence, what to do about it ("" for nothing), and the exit code if it is bad.

    `paste` is text to copy into a terminal as it is.
    """

    check: str
    state: State
    told: str
    remedy: str = ""
    paste: str = ""
    exit_code: int = 0

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def good(check: str, told: str) -> Finding:
    """All is well."""
    return Finding(check, "good", told)


def note(check: str, told: str, remedy: str = "", paste: str = "") -> Finding:
    """Nothing is broken, but it is worth knowing."""
    return Finding(check, "note", told, remedy, paste)


def skipped(check: str, told: str) -> Finding:
    """Could not be looked at, or need not be."""
    return Finding(check, "skipped", told)


def bad(
    check: str, told: str, remedy: str = "", paste: str = "", error: type[LightpegError] = LightpegError
) -> Finding:
    """Something is broken; `error` is the kind that another command would end with."""
    return Finding(check, "bad", told, remedy, paste, error.exit_code)


def from_error(check: str, error: LightpegError) -> Finding:
    """An error that another command would end with; its sentence has its remedy in it."""
    return Finding(check, "bad", str(error), exit_code=error.exit_code)
