"""The page about boards and the computer agrees with the command line."""

import re

import typer.main

from lightpeg_host import cli, errors

from .pages import table, text_of

PAGE = "docs/host/commands.md"


def test_every_exit_code_is_told():
    kinds = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors.LightpegError)]
    codes = {one.exit_code for one in kinds}
    # Beside those of the errors: done, and what a shell makes of Ctrl-C.
    assert {int(row["code"]) for row in table(text_of(PAGE), "code")} == codes | {0, 130}


def test_every_command_on_the_page_is_one_and_takes_what_it_says():
    root = typer.main.get_command(cli.app)
    for row in table(text_of(PAGE), "command"):
        words = row["command"].strip("`").split()
        assert words[0] == "lightpeg"
        found = root
        rest = words[1:]
        while rest and rest[0] in getattr(found, "commands", {}):
            found = found.commands[rest.pop(0)]
        assert found is not root, row
        assert len(rest) <= len([one for one in found.params if one.param_type_name == "argument"]), row
        assert all(re.fullmatch(r"\[?[A-Z]+(\.\.\.)?\]?", word) for word in rest), row


def test_every_command_that_talks_to_a_board_is_on_the_page():
    told = " ".join(row["command"] for row in table(text_of(PAGE), "command"))
    root = typer.main.get_command(cli.app)
    for group in ("boards", "players", "settings", "variants"):
        for name in root.commands[group].commands:
            # `list` and `show` are what the group does without a command.
            assert f"lightpeg {group} {name}" in told or (name in ("list", "show") and f"lightpeg {group}`" in told)


def test_options_on_the_page_are_options():
    root = typer.main.get_command(cli.app)
    for row in table(text_of(PAGE), "option"):
        option = re.match(r"`(--\w+)", row["option"]).group(1)
        for command in (root.commands["watch"], root.commands["players"].commands["set"]):
            assert option in [word for one in command.params for word in one.opts]
