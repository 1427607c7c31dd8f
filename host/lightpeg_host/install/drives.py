"""A board's drive, whatever it is for this computer: a folder where it is mounted, or a file with its FAT volume."""

from __future__ import annotations

from abc import ABC, abstractmethod

from lightpeg_host.install.fat import FatVolume
from lightpeg_host.install.firmware import PACKAGE
from lightpeg_host.install.memory import FOLDER

#: The folders of the drive that an installation looks into; every other folder is somebody else's.
FOLDERS = (PACKAGE, "lib", FOLDER)
#: What a data file is called until it is complete.
UNFINISHED = ".new"


class Drive(ABC):
    """Paths are relative, with "/" between the parts. Whatever fails is an OSError that says why in its errno.

    Each change is on the drive, and not only on its way there, when the call returns.
    """

    #: How a person calls it.
    title: str
    #: Bytes that are given to a file at a time.
    cluster: int

    @abstractmethod
    def free(self) -> int:
        """Bytes that are free, whole clusters."""

    @abstractmethod
    def files(self) -> dict[str, int]:
        """The sizes of the files beside code.py and of all files below FOLDERS."""

    @abstractmethod
    def folders(self) -> set[str]:
        """FOLDERS and the folders below them, those that exist."""

    @abstractmethod
    def read(self, path: str) -> bytes:
        """A file's content, as it is on the drive."""

    @abstractmethod
    def write(self, path: str, content: bytes) -> None:
        """Make or overwrite a file; makes its folder."""

    @abstractmethod
    def reserve(self, path: str, size: int) -> None:
        """Make a data file in which nothing has been kept, in one piece as far as that can be had here.

        Before it is complete it has another name.
        """

    @abstractmethod
    def remove(self, path: str) -> None:
        """Remove a file."""

    @abstractmethod
    def remove_folder(self, path: str) -> None:
        """Remove an empty folder."""

    @abstractmethod
    def read_only(self) -> bool:
        """Whether it is known that nothing can be written."""

    @abstractmethod
    def volume(self) -> FatVolume | None:
        """Where everything lies on the drive; None where this computer does not show it."""

    def text(self, path: str) -> str | None:
        """A file's content as text, None if there is no such file."""
        try:
            return self.read(path).decode("utf-8", "replace")
        except FileNotFoundError:
            return None
