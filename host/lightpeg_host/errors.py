"""What can go wrong for a person at the command line: a sentence with a remedy, and an exit code for each kind.

Whoever raises one of these writes the sentence; `cli.main` prints it and ends with the code.
"""


class LightpegError(RuntimeError):
    """What was asked cannot be done; the message says why and what to do."""

    exit_code = 1


class UsageError(LightpegError):
    """The call itself makes no sense (2, as click has it)."""

    exit_code = 2


class NoBoard(LightpegError):
    """No board was found."""

    exit_code = 3


class ManyBoards(LightpegError):
    """Several boards were found, and it is not said which one is meant."""

    exit_code = 4


class PortError(LightpegError):
    """The port is in use, or this user may not open it."""

    exit_code = 5


class BoardGone(LightpegError):
    """The board does not answer, or it was unplugged."""

    exit_code = 6


class VersionMismatch(LightpegError):
    """The board's firmware and this tool do not fit together."""

    exit_code = 7


class BoardRefused(LightpegError):
    """The board answered with an error; `code` is one of those in `lightpeg.link.requests`."""

    exit_code = 8

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class DatabaseError(LightpegError):
    """The database cannot be opened, read or written."""

    exit_code = 9


class DriveError(LightpegError):
    """The board's drive is missing, full, read-only or not the right one."""

    exit_code = 10


class FileError(LightpegError):
    """A file that was named cannot be read, or what is in it is not what was expected."""

    exit_code = 11


class OwnMistake(LightpegError):
    """Something that cannot happen has happened."""

    exit_code = 70
