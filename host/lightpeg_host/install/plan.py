"""Decides what an installation has to do on a drive, before anything is written.

The order of the steps makes it safe to stop anywhere. A board whose drive belongs to the computer starts code.py anew a
moment after each change, so code.py is first made one that does nothing, and becomes the game's only when everything
else is there.
"""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass, field
from typing import Literal

from lightpeg_host.errors import DriveError
from lightpeg_host.install.drives import UNFINISHED, Drive
from lightpeg_host.install.fat import SLOT, FatVolume
from lightpeg_host.install.firmware import BOOT, CODE, DRIVER, PACKAGE, SETTINGS
from lightpeg_host.install.memory import DATA_FILES, is_blank, regions

#: What code.py is while the rest changes.
PLACEHOLDER = (
    b'"""Lightpeg is being installed. If this stays, connect the board with MENU held and run: lightpeg install"""\n'
    b"print(__doc__)\n"
)
#: How the code.py begins that CircuitPython puts on a new drive.
NEW_DRIVES_CODE = b'print("Hello World!")'
#: CircuitPython starts this one rather than code.py.
RIVAL = "code.txt"
#: A compiled driver, as an older installation by hand may have left it.
OLD_DRIVERS = ("lib/neopixel.mpy",)
RENEW = "Bring your games to the computer (lightpeg sync), then run lightpeg install --renew-memory"


@dataclass(frozen=True)
class Step:
    """One change. `size` is the new file's; `why` is for people: "new", "changed", "of a former version", ..."""

    action: Literal["write", "remove", "reserve"]
    path: str
    why: str
    content: bytes = b""
    size: int = 0


@dataclass
class Plan:
    """What is to be done, in this order. `version` is the one on the drive, None for none."""

    steps: list[Step] = field(default_factory=list)
    unchanged: int = 0
    version: str | None = None
    notes: list[str] = field(default_factory=list)
    #: Bytes that the steps take, and that are free, in whole clusters.
    needed: int = 0
    free: int = 0


def version_in(source: bytes) -> str | None:
    """The version in the text of lightpeg/__init__.py."""
    found = re.search(rb'^VERSION\s*=\s*"([^"]*)"', source, re.MULTILINE)
    return found[1].decode("utf-8", "replace") if found else None


def make_plan(drive: Drive, firmware: dict[str, bytes], *, force: bool = False, renew_memory: bool = False) -> Plan:
    """The steps that bring `firmware` ({path: content}) onto the drive.

    DriveError, with a remedy, where another program is in the way (unless `force`; then it is kept under another name),
    where a data file has another size than it should (unless `renew_memory`), or where the room does not suffice.
    """
    sizes = drive.files()
    now = {path: drive.read(path) for path in sorted(sizes) if path in firmware}
    plan = Plan(unchanged=sum(now.get(path) == content for path, content in firmware.items() if path != SETTINGS))
    plan.version = version_in(now.get(f"{PACKAGE}/__init__.py", b""))
    early = _strangers(drive, sizes, now, firmware, force, plan.notes)
    early += _leftovers(sizes, firmware)
    early += _data_files(drive, sizes, renew_memory, plan.notes)
    changed = [
        Step("write", path, "changed" if path in now else "new", content, len(content))
        for path, content in firmware.items()
        if path not in (SETTINGS, BOOT, CODE) and now.get(path) != content
    ]
    early += sorted(changed, key=lambda step: (step.path != DRIVER, step.path))
    early += _settings(now.get(SETTINGS), firmware[SETTINGS], plan)
    if now.get(BOOT) != firmware[BOOT]:
        early.append(Step("write", BOOT, "changed" if BOOT in now else "new", firmware[BOOT], len(firmware[BOOT])))
    plan.steps = _with_code(early, now.get(CODE), firmware[CODE])
    _check_room(drive, sizes, plan)
    return plan


def _with_code(early: list[Step], code: bytes | None, wanted: bytes) -> list[Step]:
    last = Step("write", CODE, "new" if code is None else "changed", wanted, len(wanted))
    if not early:
        return [] if code == wanted else [last]
    idle = code is None or not code.strip() or code == PLACEHOLDER or code.startswith(NEW_DRIVES_CODE)
    if idle:
        return [*early, last]
    # A copy of a stranger's program comes before it is replaced.
    kept = [step for step in early if step.why == "kept"]
    rest = [step for step in early if step.why != "kept"]
    return [*kept, Step("write", CODE, "at rest", PLACEHOLDER, len(PLACEHOLDER)), *rest, last]


def _is_ours(content: bytes, wanted: bytes) -> bool:
    """Whether a file came from Lightpeg, also half of it, or from CircuitPython itself."""
    return (
        b"lightpeg" in content.lower()
        or content.startswith(NEW_DRIVES_CODE)
        or wanted.startswith(content.rstrip(b"\0"))
        or PLACEHOLDER.startswith(content.rstrip(b"\0"))
    )


def _strangers(
    drive: Drive,
    sizes: dict[str, int],
    now: dict[str, bytes],
    firmware: dict[str, bytes],
    force: bool,
    notes: list[str],
) -> list[Step]:
    """Copies of somebody's own program that has to make way."""
    if RIVAL in sizes:
        sentence = f"CircuitPython starts the drive's {RIVAL} rather than Lightpeg's {CODE}"
        if not force:
            raise DriveError(f"{sentence}. Remove or rename it, or give --force.")
        notes.append(sentence + ".")
    steps = []
    for path in (CODE, BOOT):
        content = now.get(path)
        if content is None or _is_ours(content, firmware[path]):
            continue
        if any(drive.read(name) == content for name in sizes if name.startswith(_kept_stem(path))):
            continue  # an installation that was interrupted has kept it
        if not force:
            raise DriveError(
                f"The drive's {path} is another program's, not Lightpeg's. Save it, or give --force: then it is kept "
                "on the drive under another name."
            )
        name = _free_name(path, sizes)
        steps.append(Step("write", name, "kept", content, len(content)))
        notes.append(f"The program that was {path} is now {name}.")
    return steps


def _kept_stem(path: str) -> str:
    return path.removesuffix(".py") + "-before-lightpeg"


def _free_name(path: str, sizes: dict[str, int]) -> str:
    taken = {name.lower() for name in sizes}
    stem = _kept_stem(path)
    names = (f"{stem}{'' if number == 1 else f'-{number}'}.py" for number in range(1, len(sizes) + 2))
    return next(name for name in names if name not in taken)


def _leftovers(sizes: dict[str, int], firmware: dict[str, bytes]) -> list[Step]:
    """What a former version, a Mac or an interrupted installation left behind; nothing outside what is Lightpeg's."""
    wanted = {path.lower() for path in firmware}
    double = {_beside(path).lower() for path in (*firmware, *DATA_FILES)}
    steps = []
    for path in sorted(sizes):
        low = path.lower()
        if low in wanted:
            continue
        if low.startswith(PACKAGE + "/") or low in OLD_DRIVERS:
            steps.append(Step("remove", path, "of a former version"))
        elif low in double:
            steps.append(Step("remove", path, "a Mac's"))
        elif path in [name + UNFINISHED for name in DATA_FILES]:
            steps.append(Step("remove", path, "unfinished"))
    return steps


def _beside(path: str) -> str:
    """The second file that a Mac writes next to each."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}._{name}"


def _data_files(drive: Drive, sizes: dict[str, int], renew: bool, notes: list[str]) -> list[Step]:
    steps = []
    volume = drive.volume()
    for path, size in DATA_FILES.items():
        if path not in sizes:
            steps.append(Step("reserve", path, "new", size=size))
            continue
        if sizes[path] != size:
            # One that was never finished, or that a board has never used, holds nothing.
            fault = None if is_blank(drive.read(path)) else f"has {sizes[path]:,} bytes instead of {size:,}"
        elif volume is not None and (shared := shares(volume, path)):
            fault = f"shares a flash block with {', '.join(shared)}, which a power cut could cost"
        else:
            continue
        if fault is None or renew:
            steps.append(Step("remove", path, "renewed"))
            steps.append(Step("reserve", path, "renewed", size=size))
        elif sizes[path] != size:
            raise DriveError(
                f"{path} {fault}: another version of Lightpeg has made it, and it may hold games. {RENEW}, which "
                "empties it."
            )
        else:
            notes.append(f"{path} {fault}. {RENEW}.")
    return steps


def shares(volume: FatVolume, path: str) -> list[str]:
    """What shares a flash block with what is overwritten in a data file. [] where all is well."""
    try:
        return volume.sharing(path, regions(path))
    except ValueError:
        return ["what cannot be told, for the drive's table is damaged"]


def _settings(now: bytes | None, wanted: bytes, plan: Plan) -> list[Step]:
    """settings.toml where there is none; CircuitPython makes an empty one. Else only notes: it is the user's."""
    if now is None or not now.strip():
        return [Step("write", SETTINGS, "new", wanted, len(wanted))]
    plan.unchanged += 1
    try:
        theirs = tomllib.loads(now.decode("utf-8"))
    except ValueError:
        plan.notes.append(f"{SETTINGS} was left as it is, but it is not valid TOML: the board ignores it.")
        return []
    missing = {name: value for name, value in tomllib.loads(wanted.decode()).items() if name not in theirs}
    if missing:
        lines = ", ".join(f"{name} = {value}" for name, value in missing.items())
        plan.notes.append(f"{SETTINGS} was left as it is. It lacks, and the board takes as usual: {lines}.")
    return []


# -- room -----------------------------------------------------------------------------------------------------------


class _Room:
    """Counts clusters as the steps will take and give them; folders are counted as if they never got smaller."""

    def __init__(self, drive: Drive, sizes: dict[str, int]) -> None:
        self._cluster = drive.cluster
        self._sizes = dict(sizes)
        self._slots: dict[str, int] = {}
        for folder in drive.folders():
            self._slots[folder] = 2
        for path in (*sizes, *drive.folders()):
            parent = path.rpartition("/")[0]
            if parent in self._slots:
                self._slots[parent] += _slots(path)
        self.taken = 0
        self.most = 0

    def clusters(self, size: int) -> int:
        return math.ceil(size / self._cluster)

    def _take(self, clusters: int) -> None:
        self.taken += clusters
        self.most = max(self.most, self.taken)

    def _name(self, path: str) -> None:
        """A new name in a folder, and the folder itself where it is new too."""
        parent = path.rpartition("/")[0]
        if not parent:
            return  # the drive's first folder has its fixed place
        if parent not in self._slots:
            self._name(parent)
            self._slots[parent] = 2
            self._take(1)
        before = self.clusters(self._slots[parent] * SLOT)
        self._slots[parent] += _slots(path)
        self._take(self.clusters(self._slots[parent] * SLOT) - before)

    def follow(self, step: Step) -> None:
        """Count one step."""
        old = self._sizes.pop(step.path, None)
        self.taken -= self.clusters(old or 0)
        if step.action == "remove":
            return
        if step.action == "reserve":
            self._name(step.path + UNFINISHED)
        if old is None:
            self._name(step.path)
        self._take(self.clusters(step.size))
        self._sizes[step.path] = step.size


def _slots(path: str) -> int:
    """Places that a name takes in its folder: one, and one for each 13 letters of its long form."""
    return 1 + math.ceil(len(path.rpartition("/")[2]) / 13)


def _check_room(drive: Drive, sizes: dict[str, int], plan: Plan) -> None:
    room = _Room(drive, sizes)
    for step in plan.steps:
        room.follow(step)
    plan.needed, plan.free = room.most * drive.cluster, drive.free()
    if plan.needed > plan.free:
        raise DriveError(
            f"The drive has {plan.free:,} bytes free, and {plan.needed:,} are needed. Remove files of your own from "
            "it, and run lightpeg install again. Nothing was changed."
        )
    reserved = [step for step in plan.steps if step.action == "reserve"]
    volume = drive.volume() if reserved else None
    if volume is not None:
        _check_pieces(volume, plan.steps, reserved, drive.cluster)


def _check_pieces(volume: FatVolume, steps: list[Step], reserved: list[Step], cluster: int) -> None:
    """Each data file needs free clusters beside each other."""
    free = set(volume.free_clusters())
    for step in steps:
        entry = volume.find(step.path)
        if step.action == "remove" and entry is not None:
            free.update(volume.chain(entry.first))
    for step in reserved:
        count = math.ceil(step.size / cluster)
        first = last = 0
        for number in sorted(free):
            first, last = (first if number == last + 1 else number), number
            if last - first + 1 == count:
                break
        if last - first + 1 < count:
            raise DriveError(
                f"The drive's free room lies in pieces: {step.size:,} bytes in one are needed for {step.path}. "
                "Save your own files, erase the drive (import storage; storage.erase_filesystem() at the board's "
                "prompt), and run lightpeg install again. Nothing was changed."
            )
        free.difference_update(range(first, last + 1))
