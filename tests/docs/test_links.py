"""Every link and picture leads somewhere, every page is reached, and every command named is one."""

import re
import shlex
from urllib.parse import urlparse

import pytest
import typer
from typer.main import get_command

from lightpeg.core.builtin import BUILTIN

from .pages import ROOT, anchors, commands, links, markdown, text_of

FILES = markdown()
NAMES = [str(path.relative_to(ROOT)) for path in FILES]


def test_the_files_are_all_there():
    wanted = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE.md", "docs/play/index.md", "docs/play/custom.md"}
    assert wanted | {f"docs/play/{key}.md" for key in BUILTIN} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_links_and_pictures_resolve(name):
    page = ROOT / name
    for picture, words, target in links(text_of(name)):
        assert words, f"{target} has no words for those who cannot see it"
        if urlparse(target).scheme:
            assert target.startswith("https://")
            continue
        path, _, anchor = target.partition("#")
        aim = (page.parent / path).resolve() if path else page
        assert aim.is_relative_to(ROOT) and aim.exists(), f"{target} leads nowhere"
        if picture:
            assert aim.suffix == ".png" and aim.stat().st_size > 0
        if anchor:
            assert anchor in anchors(aim.read_text("utf-8")), f"{target}: no such heading"


def test_every_page_and_picture_is_used():
    reached = set()
    for path in FILES:
        for _, _, target in links(path.read_text("utf-8")):
            if not urlparse(target).scheme and not target.startswith("#"):
                reached.add((path.parent / target.partition("#")[0]).resolve())
    for path in (ROOT / "docs").rglob("*"):
        if path.suffix == ".md":
            assert path in reached, f"nothing links to {path.name}"
        if path.suffix == ".png" and path.parent.name == "pictures" and path.parent.parent.name == "play":
            assert path in reached, f"no page shows {path.name}"


def test_make_targets_exist():
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    named = {shlex.split(command)[1] for path in FILES for command in commands(path.read_text("utf-8"), "make")}
    assert {"install", "play", "test", "lint", "pictures", "pico", "clean"} <= named
    assert named <= targets


def test_commands_of_the_host_tool_exist():
    from lightpeg_host.cli import app

    root = get_command(app)
    named = [command for path in FILES for command in commands(path.read_text("utf-8"), "lightpeg")]
    assert len(named) >= 6
    for command in named:
        _check_command(root, shlex.split(command)[1:], command)


def _check_command(command, words, whole):
    while words and not words[0].startswith("-") and isinstance(command, typer.core.TyperGroup):
        assert words[0] in command.commands, f"{whole}: there is no {words[0]}"
        command = command.commands[words.pop(0)]
    known = {name for parameter in command.params for name in parameter.opts}
    for word in words:
        if word.startswith("-"):
            assert word in known, f"{whole}: there is no {word}"


def test_every_option_of_play_is_in_the_readme_and_no_other():
    from lightpeg_host.cli import app

    play = get_command(app).commands["play"]
    known = {name for parameter in play.params for name in parameter.opts}
    text = text_of("README.md")
    listed = set(re.findall(r"^\| `(--[a-z-]+)", text, re.MULTILINE))
    assert listed == known - {"--help"}


def test_nothing_that_belongs_to_one_machine():
    for path in FILES:
        text = path.read_text("utf-8")
        assert not re.search(r"(?<![\w.])/(opt|work|home|root|tmp)/", text), f"{path.name} names a path of one machine"
