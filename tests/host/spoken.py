"""Commands, run in this process, and what they say."""

import json

import typer.testing

from lightpeg_host import cli
from lightpeg_host.errors import LightpegError


def says(*arguments):
    """Runs a command: (exit code, standard output, the error's sentence)."""
    try:
        result = typer.testing.CliRunner().invoke(cli.app, [str(one) for one in arguments], catch_exceptions=False)
    except LightpegError as error:
        return error.exit_code, "", str(error)
    return result.exit_code, result.stdout, result.stderr


def told(*arguments):
    """What a command prints as JSON."""
    code, text, errors = says(*arguments, "--json")
    assert (code, errors) == (0, "")
    return json.loads(text)
