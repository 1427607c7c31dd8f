"""The report to attach to a bug: what the checks found and which versions are in use, and nothing about anybody."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import lightpeg
from lightpeg_host.client.board import Hello
from lightpeg_host.client.channel import Message
from lightpeg_host.doctor.findings import Finding

PACKAGES = ("adafruit-blinka", "adafruit-circuitpython-neopixel", "pyserial", "typer", "rich", "sqlalchemy", "nicegui")
# What a board says of itself that is no game, no name and no choice of a person.
STATUS_FIELDS = ("screen", "last", "acked", "capacity", "room", "full", "damaged", "drive", "heap", "seconds")
HEADING = (
    "Lightpeg report. It holds versions and what `lightpeg doctor` found; no names, no games, no ids, no folders of "
    "yours."
)


def write_report(
    findings: Sequence[Finding], hello: Hello | None, status: Message | None, secrets: Iterable[str]
) -> str:
    """The report's text. `secrets` are words that must not be in it, such as the user's name and the board's id."""
    lines = [
        HEADING,
        "",
        f"Lightpeg        {lightpeg.VERSION}",
        f"Python          {platform.python_version()}",
        f"System          {platform.system()} {platform.release()} {platform.machine()}",
    ]
    lines += [f"{name:15} {_version(name)}" for name in PACKAGES]
    if hello is not None:
        lines += [
            "",
            f"Firmware        {hello.version}, protocol {hello.protocol}, revision {hello.revision or '?'}",
            f"CircuitPython   {hello.circuitpython or '?'}",
            f"Panel           {hello.panel[0]}x{hello.panel[1]}",
            f"Capabilities    {', '.join(hello.capabilities)}",
        ]
    if status is not None:
        lines += [f"{name:15} {status[name]}" for name in STATUS_FIELDS if name in status]
    lines.append("")
    for finding in findings:
        lines.append(f"[{finding.state}] {finding.check}: {finding.told}")
    return without("\n".join(lines) + "\n", secrets)


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def personal_words() -> list[str]:
    """What tells who this is: the home folder, the user's name, the computer's."""
    words = [str(Path.home()), Path.home().name, platform.node()]
    words += [os.environ.get(name, "") for name in ("USER", "USERNAME", "LOGNAME")]
    return words


def without(text: str, secrets: Iterable[str]) -> str:
    """The text with each of these words replaced by "***", the longest first; as whole words, whatever their case."""
    for word in sorted({word for word in secrets if len(word) > 1}, key=len, reverse=True):
        text = re.sub(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", "***", text, flags=re.IGNORECASE)
    return text
