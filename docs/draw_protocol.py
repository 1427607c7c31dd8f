"""Writes the tables of `protocol.md` from the definitions in `firmware/lightpeg/link`.

python docs/draw_protocol.py            writes what has changed
python docs/draw_protocol.py --check    writes nothing; ends with 1 if the tables are stale

What a field may hold is told by the code that checks it; what it means is in the comments beside each definition.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

DOCS = Path(__file__).resolve().parent
FIRMWARE = DOCS.parent / "firmware"
if str(FIRMWARE) not in sys.path:
    sys.path.append(str(FIRMWARE))

from lightpeg.link import requests  # noqa: E402

PAGE = DOCS / "protocol.md"
LINK = FIRMWARE / "lightpeg" / "link"

_LINE = re.compile(r"(?P<mark>-> |! |)(?P<name>[a-z_]+): (?P<text>.+)")
_ENTRY = re.compile(r'    "(?P<name>[a-z_]+)": \(')
_LIVE = re.compile(r"live (?P<name>[a-z]+): (?P<text>.+)")


@dataclass
class Told:
    """What the comments say of one request or message."""

    text: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    reply: dict[str, str] = field(default_factory=dict)
    refusals: dict[str, str] = field(default_factory=dict)


def comments(path: Path) -> Iterator[tuple[list[str], str]]:
    """Each block of comment lines in a file, and the line of code below it."""
    block: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        text = line.strip()
        if text.startswith("# "):
            block.append(text[2:])
        elif block:
            yield block, line
            block = []


def parts(lines: list[str]) -> Told:
    """A block of comment lines, sorted. A line that names nothing goes on with the one before it."""
    told = Told()
    kept: tuple[dict[str, str], str] | None = None
    for line in lines:
        found = _LINE.fullmatch(line)
        if found:
            of = {"": told.fields, "-> ": told.reply, "! ": told.refusals}[found["mark"]]
            if found["name"] in of:
                raise ValueError(f"{found['name']} is told twice")
            of[found["name"]] = found["text"]
            kept = of, found["name"]
        elif kept:
            kept[0][kept[1]] += " " + line
        else:
            told.text = f"{told.text} {line}".strip()
    return told


def told_requests() -> dict[str, Told]:
    """What is told of each request, in the order of the table."""
    found = {}
    for block, code in comments(LINK / "requests.py"):
        entry = _ENTRY.match(code)
        if entry:
            found[entry["name"]] = parts(block)
    return found


def told_errors() -> dict[str, str]:
    """What each code means."""
    for block, code in comments(LINK / "requests.py"):
        if code.startswith("ERRORS ="):
            return parts(block[1:]).fields
    return {}


def told_live() -> dict[str, Told]:
    """What is told of each live message."""
    found: dict[str, Told] = {}
    for block, _ in comments(LINK / "live.py"):
        named = [_LIVE.fullmatch(line) for line in block]
        first = named[0]
        if first:
            texts = [match["text"] for match in named if match]
            found[first["name"]] = parts([*texts, *block[len(texts) :]])
    return found


def faults() -> list[str]:
    """What is in the definitions and not in the comments, or the other way round."""
    wrong = []
    told = told_requests()
    for name, entry in requests.REQUESTS.items():
        fields = [spec[0].rstrip("?") for spec in entry[1:]]
        if name not in told or not told[name].text:
            wrong.append(f"{name}: nothing is told of it")
        elif list(told[name].fields) != fields:
            wrong.append(f"{name} has the fields {fields}, told are {list(told[name].fields)}")
        elif not set(told[name].refusals) <= set(requests.ERRORS):
            wrong.append(f"{name}: no such code among {sorted(told[name].refusals)}")
    if tuple(told_errors()) != requests.ERRORS:
        wrong.append(f"the codes are {requests.ERRORS}, told are {tuple(told_errors())}")
    return wrong


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    lines = ["| " + " | ".join(cells) + " |" for cells in [heads, *rows]]
    return [lines[0], "|---" * len(heads) + "|", *lines[1:], ""]


def draw_requests() -> list[str]:
    lines = []
    for name, told in told_requests().items():
        lines += [f"### {name}", "", told.text, ""]
        specs = requests.REQUESTS[name][1:]
        if specs:
            rows = []
            for spec, kind, low, high in specs:
                key = spec.rstrip("?")
                holds = requests.allowed(kind, low, high) + (", or left out" if key != spec else "")
                rows.append([f"`{key}`", holds, told.fields[key]])
            lines += table(["field", "may hold", "meaning"], rows)
        if told.reply:
            lines += table(["in the reply", "meaning"], [[f"`{key}`", text] for key, text in told.reply.items()])
        else:
            lines += ["The reply is empty.", ""]
        for code, text in told.refusals.items():
            lines += [f"Refused as `{code}`: {text}.", ""]
    return lines


def draw_errors() -> list[str]:
    return table(["error", "meaning"], [[f"`{code}`", text] for code, text in told_errors().items()])


def draw_live() -> list[str]:
    lines = []
    for name, told in told_live().items():
        lines += [f"### live: {name}", "", told.text, ""]
        if told.fields:
            lines += table(["field", "meaning"], [[f"`{key}`", text] for key, text in told.fields.items()])
    return lines


PARTS = {"requests": draw_requests, "errors": draw_errors, "live": draw_live}


def drawn(text: str) -> str:
    """The page with its tables as they are to be. Raises ValueError where the page has no place for one."""
    for name, draw in PARTS.items():
        begin, end = f"<!-- {name}: made by draw_protocol.py -->\n", f"<!-- {name} end -->\n"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise ValueError(f"{PAGE.name} has no place for {name}")
        before, rest = text.split(begin)
        text = before + begin + "\n" + "\n".join(draw()) + "\n" + end + rest.split(end)[1]
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description="Writes the tables of the protocol's page.")
    parser.add_argument("--check", action="store_true", help="only say whether the page is stale")
    check = parser.parse_args().check
    wrong = faults()
    if wrong:
        print("\n".join(wrong))
        return 1
    kept = PAGE.read_text("utf-8")
    text = drawn(kept)
    if text == kept:
        print(f"{PAGE.name} is up to date.")
        return 0
    if check:
        print(f"{PAGE.name} is stale: run python docs/draw_protocol.py")
        return 1
    PAGE.write_text(text, "utf-8", newline="\n")
    print(f"{PAGE.name} has changed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
