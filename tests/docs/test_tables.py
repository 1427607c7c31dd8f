"""The tables and examples of the documentation agree with the code."""

import ast
import io
import json
import re
from contextlib import redirect_stdout
from itertools import pairwise

import pytest

from lightpeg.core import variant_file
from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.match import Match
from lightpeg.core.variant import FIELDS, games_fault
from lightpeg.ui.layout import max_holes, problem
from lightpeg.ui.settings import CLOCKS

from .pages import ROOT, blocks, table, tables, text_of

NUMBER = re.compile(r"\d[\d ]*")


def numbers(cell):
    """The whole numbers in a cell; a space may group digits in threes."""
    return [int(found.replace(" ", "")) for found in NUMBER.findall(cell)]


def facts(key):
    """The table at the top of a variant's page, as a dict."""
    return {row[0]: row[1] for row in re.findall(r"^\| ([a-z ]+) \| (.+) \|$", text_of(f"docs/play/{key}.md"), re.M)}


@pytest.mark.parametrize("name", ["README.md", "docs/play/index.md"])
def test_the_tables_of_variants(name):
    rows = table(text_of(name), "variant")
    assert [re.search(r"(\w+)\.md", row["variant"]).group(1) for row in rows] == list(BUILTIN)
    for key, row in zip(BUILTIN, rows, strict=True):
        variant = builtin(key)
        assert row["variant"].startswith(f"[{variant.name}]")
        holes = [variant.holes, max_holes(variant)] if variant.growth else [variant.holes]
        assert numbers(row["holes"]) == holes
        assert numbers(row["colours"]) == [variant.colours]
        assert ("blank" in row["colours"]) == variant.blank
        assert row["repeats in the code"].startswith("yes" if variant.repeats_in_code else "no")
        assert ("switch" in row["repeats in the code"]) == variant.repeats_switch
        assert numbers(row["rows"]) == variant.row_choices


def test_the_players_in_the_readme():
    for key, row in zip(BUILTIN, table(text_of("README.md"), "variant"), strict=True):
        players = builtin(key).players
        wanted = "1 or 2" if "board" in players else ""
        wanted += ", or 2 at once" if wanted and "duel" in players else "2 at once" if "duel" in players else ""
        assert row["who plays"] == wanted


@pytest.mark.parametrize("key", BUILTIN)
def test_the_page_of_a_variant(key):
    variant = builtin(key)
    page = facts(key)
    assert numbers(page["holes"])[0] == variant.holes
    assert numbers(page["colours"])[0] == variant.colours
    named = re.search(r": ((?:\w+, )+\w+)", page["colours"])
    if variant.symbols == "colours" and named:
        assert len(named.group(1).split(", ")) == variant.colours
    assert page["repeats in the code"].startswith("yes" if variant.repeats_in_code else "no")
    assert page["repeats in a guess"].startswith("yes" if variant.repeats_in_guess else "no")
    assert numbers(page["rows"])[: len(variant.row_choices)] == variant.row_choices
    players = page["who plays"]
    for who, words in (("board", "one player"), ("screen", "under the screen"), ("duel", "two at once")):
        assert (words in players) == (who in variant.players)
    even = any(games_fault(variant, who, 3) for who in variant.players)
    assert ("even" in page["games"]) == even
    if "wrong answers" in page:
        assert page["wrong answers"].startswith(
            {"refuse": "refused", "strict": "the game is void"}[variant.wrong_feedback]
        )
        assert numbers(page["wrong answers"]) == ([variant.wrong_points] if variant.wrong_points else [])


def test_how_many_codes_there_are():
    # Worked out by hand: 6^4, 7^4, 8*7*6*5 twice, 8^5, 10*9*8*7.
    counts = (1296, 2401, 1680, 1680, 32768, 5040)
    for key, count in zip(BUILTIN, counts, strict=True):
        assert builtin(key).code_count() == count
        assert re.search(rf"= {count}\b", text_of(f"docs/play/{key}.md"))


def test_growing_ends_where_its_page_says():
    variant = builtin("growing")
    assert max_holes(variant) == 8
    match = Match(variant, "screen", 2, max_holes=8)
    # Both find four and five digits, not six: 6 + 8 + 12 guesses against 7 + 9 + 12.
    for guesses in ((7, 9, 12), (6, 8, 12)):
        for level, count in enumerate(guesses):
            code = tuple(range(4 + level))
            game = match.game
            game.start(code, 0)
            for guess in range(count):
                last = guess == count - 1 and level < 2
                game.submit(code if last else code[::-1], 0)
                pair = (len(code), 0) if last else (len(code) % 2, len(code) - len(code) % 2)
                game.answer(*pair, 0)
            match.settle()
    assert match.over and match.totals == [2, 2]
    assert match.guesses == [26, 28] and match.winner == 0


def test_the_fields_of_custom_files():
    text = text_of("docs/play/custom.md")
    fields, clock = tables(text, "field")
    assert [row["field"].strip("`") for row in fields] == list(FIELDS)
    _, faults = variant_file.check(dict.fromkeys(FIELDS))
    allowed = {field: sentence for field, _, sentence in faults}
    least, _ = variant_file.check({"name": "Least", "holes": 3, "colours": 5})
    defaults = variant_file.to_dict(least)
    for row in fields:
        field = row["field"].strip("`")
        assert row["allowed"] == allowed[field]
        assert row["meaning"]
        if field in ("name", "holes", "colours"):
            assert row["default"] == "required"
        elif field == "clock":
            assert row["default"] == "no clock" and least.clock == (0, 0, 0)
        elif field == "row_choices":
            assert row["default"] == "the rows" and defaults[field] == [defaults["rows"]]
        else:
            assert json.loads(row["default"].strip("`")) == defaults[field]
    _, faults = variant_file.check({"clock": dict.fromkeys(("base_s", "bonus_s", "limit_s"))})
    allowed = {field: sentence for field, _, sentence in faults}
    for row in clock:
        assert row["allowed"] == allowed["clock." + row["field"].strip("`")]
    assert len(clock) == 3


def test_the_example_file_can_be_played():
    (example,) = blocks(text_of("docs/play/custom.md"), "json")
    variant, faults = variant_file.read(example, "five.json")
    assert faults == []
    assert problem(variant) is None
    assert variant.row_choices == [10, 8] and variant.clock == (300, 5, 600)


def test_the_reason_that_custom_quotes():
    variant, _ = variant_file.check({"name": "Long", "holes": 9, "colours": 10})
    assert problem(variant) in re.sub(r"\s+", " ", text_of("docs/play/custom.md"))


def test_the_clocks_of_the_menu():
    row = next(row for row in table(text_of("docs/play/index.md"), "field") if row["field"] == "CLOCK")
    for name, _ in CLOCKS:
        if "+" not in name:
            assert name in row["choices"]
    assert dict(CLOCKS)["3 MIN+10S"] == (180, 10, 600)


def test_the_readme_s_python_example():
    (example,) = blocks(text_of("README.md"), "python")
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(example, "README.md", "exec"), {"__name__": "example"})
    lines = out.getvalue().splitlines()
    # Sixteen lines of the panel; four pegs in the row nearest to the player, and the worked example of the rules.
    assert len(lines) == 17 and all(len(line) == 16 for line in lines[:16])
    assert lines[13][1:5] == "####"
    assert lines[16] == "1 placed, 1 misplaced"


def test_the_changelog_has_the_version_s_form():
    text = text_of("CHANGELOG.md")
    heads = re.findall(r"^## \[(.+?)\]", text, re.M)
    assert heads and len(set(heads)) == len(heads)
    sections = text.split("\n## ")[1:]
    # What people have to do comes first in each version.
    assert all(re.search(r"^### (.+)$", section, re.M).group(1) == "Upgrading" for section in sections)


def test_the_pins_in_the_readme():
    from lightpeg.hal import pins

    rows = table(text_of("README.md"), "part")
    by_part = {row["part"].split(",")[0].split(" ")[0]: row for row in rows}
    assert by_part["panel"]["pin"] == pins.PANEL_DATA
    assert by_part["buzzer"]["pin"] == pins.BUZZER
    assert by_part["red"]["pin"] == f"{pins.ARM_RED}, {pins.ARM_WHITE}"
    assert ", ".join(pins.BUTTON_NAMES) in by_part["buttons"]["part"]
    assert by_part["buttons"]["pin"].startswith(f"{pins.BUTTONS[0]} to {pins.BUTTONS[-1]}")
    places = [int(pin.removeprefix("GP")) for pin in pins.BUTTONS]
    assert all(after == before + 1 for before, after in pairwise(places))


def test_the_keys_in_the_readme_are_the_page_s():
    page = (ROOT / "host/lightpeg_host/page/files/index.html").read_text("utf-8")
    printed = set(re.findall(r"<kbd[^>]*>(.+?)</kbd>", page))
    rows = table(text_of("README.md"), "button")
    told = {word.strip(",") for row in rows for word in row["key on the page"].split()} - {"out", "in"}
    assert told == printed - {"H", "N"}
    assert "H shows the rules" in text_of("README.md") and re.search(r"N\s+switches the sound", text_of("README.md"))


def test_the_layers_that_contributing_tells_are_the_firmware_s():
    rows = table(text_of("CONTRIBUTING.md"), "layer")
    folder = ROOT / "firmware" / "lightpeg"
    layers = {row["layer"].strip("`").rstrip("/"): row["may import"] for row in rows}
    assert set(layers) == {path.name for path in folder.iterdir() if path.is_dir() and path.name[0] != "_"} | {"app.py"}
    for layer, allowed in layers.items():
        if allowed == "all":
            continue
        known = {word.rstrip("/") for word in re.findall(r"`(\w+/)`", allowed)} | {layer}
        for path in (folder / layer).rglob("*.py"):
            used = {name.split(".")[1] for name in _imported(path) if name.startswith("lightpeg.")} - {"VERSION"}
            assert used <= known, f"{path.name} imports {used - known}"


def _imported(path):
    names = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module if node.module != "lightpeg" else f"lightpeg.{node.names[0].name}")
    return names


def test_the_hardware_is_imported_in_one_place():
    outside = {
        "analogio",
        "board",
        "keypad",
        "microcontroller",
        "neopixel",
        "pwmio",
        "supervisor",
        "usb_cdc",
        "watchdog",
    }
    folder = ROOT / "firmware" / "lightpeg"
    users = {path.name for path in folder.rglob("*.py") if outside & set(_imported(path))}
    assert users == {"circuitpython.py"}
