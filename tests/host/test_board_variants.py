"""Variants sent to a board, fetched from it and removed, through the command line."""

import json

import pytest

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.variant_file import check, to_dict
from lightpeg_host.commands.variants import brief
from tests.host.spoken import says, told

RULES = {"name": "Mine", "holes": 5, "colours": 7}


def test_variants_of_the_board(desk, at):
    desk.uploaded["mine"] = RULES
    desk.drive = {"good.json": RULES, "bad.json": None}
    known = told("variants", "list", *at)
    assert [entry["key"] for entry in known] == [*BUILTIN, "mine", "good.json", "bad.json"]
    assert known[0] == {"key": "classic", "source": "builtin", "good": True}
    assert known[-1] == {"key": "bad.json", "source": "drive", "good": False}
    assert "has faults" in says("variants", "list", *at)[1].splitlines()[-1]


def test_more_variants_than_one_reply_takes(desk, at):
    desk.drive = {f"a-rather-long-name-for-a-variant-{n:02}.json": RULES for n in range(30)}
    keys = [entry["key"] for entry in told("variants", "list", *at)]
    assert keys == [*BUILTIN, *desk.drive]


def test_push_and_pull(desk, at, tmp_path):
    file = tmp_path / "My Game.JSON"
    file.write_text(json.dumps(RULES))
    assert says("variants", "push", file, *at) == (0, "my-game sent\n", "")
    assert desk.uploaded == {"my-game": RULES}
    out = tmp_path / "out"
    out.mkdir()
    assert told("variants", "pull", "--to", out, *at) == [{"key": "my-game", "file": str(out / "my-game.json")}]
    pulled = json.loads((out / "my-game.json").read_text())
    assert pulled == to_dict(check(RULES, "my-game")[0])
    code, _, sentence = says("variants", "pull", "my-game", "--to", out, *at)
    assert code == 11 and "--force" in sentence
    assert says("variants", "pull", "classic", "my-game", "--force", "--to", out, *at)[0] == 0
    assert sorted(path.name for path in out.iterdir()) == ["classic.json", "my-game.json"]
    assert told("variants", "remove", "my-game", *at) == [{"key": "my-game", "removed": True}]
    assert desk.uploaded == {}
    assert "No variant was uploaded" in says("variants", "pull", *at)[1]


def test_every_built_in_variant_can_be_pulled_and_pushed(desk, at, tmp_path):
    for key in BUILTIN:
        assert says("variants", "pull", key, "--to", tmp_path, *at)[0] == 0
        mine = tmp_path / f"my-{key}.json"
        (tmp_path / f"{key}.json").rename(mine)
        assert says("variants", "push", mine, *at)[0] == 0
        assert to_dict(check(desk.uploaded[f"my-{key}"], key)[0]) == to_dict(builtin(key))
        # Nothing is said that is so anyway.
        assert brief(builtin(key)) == desk.uploaded[f"my-{key}"]


def test_the_longest_variant_fits_into_a_message(desk, at, tmp_path):
    longest = {
        **to_dict(builtin("growing")),
        "name": "X" * 16,
        "players": ["board", "screen", "paper"],
        "row_choices": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        "clock": {"base_s": 86399, "bonus_s": 3599, "limit_s": 86400},
    }
    assert check(longest)[1] == []
    file = tmp_path / ("x" * 24 + ".json")
    file.write_text(json.dumps(longest))
    assert says("variants", "push", file, *at)[0] == 0
    assert to_dict(check(desk.uploaded["x" * 24])[0]) == longest


def test_with_a_fault_in_one_file_nothing_is_sent(desk, at, tmp_path):
    good, bad, wide = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "wide.json"
    good.write_text(json.dumps(RULES))
    bad.write_text(json.dumps({**RULES, "rows": 13}))
    wide.write_text(json.dumps({**RULES, "holes": 10, "rows": 12}))
    for other in (bad, wide, tmp_path / "none.json"):
        code, _, sentence = says("variants", "push", good, other, *at)
        assert (code, sentence) == (11, "Nothing was sent. Correct the files and try again.")
    assert desk.uploaded == {}


def test_keys_that_cannot_be(desk, at, tmp_path):
    (tmp_path / "below").mkdir()
    for name in ("a b.json", "below/A-B.json", "\u00e9.json", "x" * 25 + ".json"):
        (tmp_path / name).write_text(json.dumps(RULES))
    code, _, sentence = says("variants", "push", tmp_path / "a b.json", tmp_path / "below" / "A-B.json", *at)
    assert code == 2 and "would have the key a-b" in sentence
    for name in ("\u00e9.json", "x" * 25 + ".json"):
        code, _, sentence = says("variants", "push", tmp_path / name, *at)
        assert code == 2 and "Rename the file" in sentence
    (tmp_path / "classic.json").write_text(json.dumps(RULES))
    assert says("variants", "push", tmp_path / "classic.json", *at)[0] == 8


def test_a_full_board(desk, at, tmp_path):
    for n in range(12):
        desk.uploaded[f"v{n}"] = RULES
    (tmp_path / "one.json").write_text(json.dumps(RULES))
    code, _, sentence = says("variants", "push", tmp_path / "one.json", *at)
    assert code == 8 and "At most 12 variants" in sentence


@pytest.mark.parametrize(
    "keys, words",
    [(["mine", "none"], "no variant none"), (["mine", "classic"], "built in"), (["mine", "hand.json"], "by hand")],
)
def test_what_cannot_be_removed_keeps_the_others_too(desk, at, keys, words):
    desk.uploaded["mine"] = RULES
    desk.drive["hand.json"] = RULES
    code, _, sentence = says("variants", "remove", *keys, *at)
    assert code == 2 and words in sentence
    assert desk.uploaded == {"mine": RULES}


def test_a_key_that_leads_out_of_the_folder_is_no_files_name(at, tmp_path, desk):
    for key in ("../evil", "a/b", "..", "con:x"):
        code, _, sentence = says("variants", "pull", key, "--to", tmp_path, *at)
        assert code == 11 and "cannot be a file's name" in sentence
    assert says("variants", "pull", "classic", "--to", tmp_path / "none", *at)[0] == 11
    assert says("variants", "pull", "none", "--to", tmp_path, *at)[0] == 8
    assert list(tmp_path.iterdir()) == []
