"""The command `lightpeg`: puts the commands together and turns every way out into an exit code and a sentence."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

import lightpeg
from lightpeg_host.commands import (
    boards,
    dashboard,
    doctor,
    export,
    install,
    play,
    players,
    settings,
    stats,
    sync,
    variants,
    watch,
)
from lightpeg_host.errors import LightpegError, OwnMistake

app = typer.Typer(
    help="Lightpeg: a board that plays Mastermind.",
    epilog="`lightpeg --install-completion` lets the Tab key complete commands, options and the names of boards, in "
    "bash, zsh, fish and PowerShell, from the next terminal on.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (play, install, doctor, boards, watch, variants, players, settings, sync, stats, export, dashboard):
    module.register(app)


def _version(asked: bool) -> None:
    if asked:
        print(f"lightpeg {lightpeg.VERSION}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Lightpeg: a board that plays Mastermind.

    `lightpeg COMMAND --help` says more of each command.
    """


def main() -> None:
    """The command line; every way out is an exit code and a sentence."""
    try:
        app(prog_name="lightpeg")
    except KeyboardInterrupt:
        sys.exit(0)
    except LightpegError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("LIGHTPEG_DEBUG"):
            raise
        print(
            f"Lightpeg made a mistake ({type(error).__name__}: {error}). Please report it, with what you typed and "
            "what it prints with LIGHTPEG_DEBUG=1 set.",
            file=sys.stderr,
        )
        sys.exit(OwnMistake.exit_code)
