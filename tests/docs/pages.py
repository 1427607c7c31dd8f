"""The project's own Markdown files, and what can be read out of them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {".venv", "build", "dist", "node_modules"}

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def markdown() -> list[Path]:
    """Every .md file of the repository that is ours."""
    found = []
    for path in sorted(ROOT.rglob("*.md")):
        parts = path.relative_to(ROOT).parts
        if not any(part in NOT_OURS or part.startswith(".") for part in parts):
            found.append(path)
    return found


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks in this language; "" for those that name none."""
    return [body for kind, body in FENCE.findall(text) if kind == language]


def prose(text: str) -> str:
    """The text without its fenced blocks."""
    return FENCE.sub("", text)


def links(text: str) -> list[tuple[bool, str, str]]:
    """Each (is a picture, words, target) of the prose."""
    return [(mark == "!", words, target) for mark, words, target in LINK.findall(CODE.sub("", prose(text)))]


def anchors(text: str) -> set[str]:
    """What a link can name behind "#" in this file: the headings, as code hosts write them."""
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(prose(text))}


def commands(text: str, program: str) -> list[str]:
    """Every `program ...` that the text names: in the prose as code, and the lines of blocks without a language."""
    named = CODE.findall(prose(text))
    for body in blocks(text, ""):
        named += body.splitlines()
    return [command.strip() for command in named if command.startswith(program + " ")]


def table(text: str, first: str) -> list[dict[str, str]]:
    """The rows of the first table whose first heading is `first`, by their headings, without the marks of code."""
    return tables(text, first)[0]


def tables(text: str, first: str) -> list[list[dict[str, str]]]:
    """Every table whose first heading is `first`."""
    found: list[list[dict[str, str]]] = []
    heads: list[str] = []
    for line in prose(text).splitlines():
        if not line.startswith("|"):
            heads = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if heads:
            if not set(line) <= set("|-: "):
                found[-1].append(dict(zip(heads, cells, strict=True)))
        elif cells[0] == first:
            heads = cells
            found.append([])
        else:
            heads = ["?"] * len(cells)
            found.append([])
    return [rows for rows in found if rows and first in rows[0]]
