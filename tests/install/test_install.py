"""Installing, updating and going back, on a folder and on a FAT image; what is the user's stays as it is."""

import errno

import pytest

from lightpeg.store import chunks
from lightpeg_host.errors import DriveError
from lightpeg_host.install.copy import carry_out, check_places, verify
from lightpeg_host.install.folder_drive import FolderDrive
from lightpeg_host.install.image_drive import ImageDrive
from lightpeg_host.install.memory import DATA_FILES, regions
from lightpeg_host.install.plan import PLACEHOLDER, make_plan
from tests.install.drives import FRESH, HELLO, MAKERS, NEW, OLD, OWN, content_of, make_folder, make_image

# 40 chunks of games every 8192 bytes, 6 of variants, 2 tables of 28 KB every 32 KB; 4096 bytes before and behind.
SIZES = {"memory/games.bin": 331_776, "memory/variants.bin": 53_248, "memory/tables.bin": 69_632}


@pytest.fixture(params=list(MAKERS))
def kind(request):
    return request.param


@pytest.fixture
def place(kind, tmp_path):
    return MAKERS[kind][0](tmp_path / "drive", FRESH | OWN)


def open_drive(path):
    return FolderDrive(path) if path.is_dir() else ImageDrive(path)


def install(path, firmware, **options):
    drive = open_drive(path)
    plan = make_plan(drive, firmware, **options)
    carry_out(drive, plan)
    verify(drive, firmware)
    return plan


def expected(firmware, **more):
    """All that is on the drive after an installation on a fresh one."""
    blank = {name: b"\xff" * size for name, size in SIZES.items()}
    return FRESH | OWN | firmware | blank | more


def paths(plan, action):
    return [step.path for step in plan.steps if step.action == action]


def test_sizes_of_the_data_files():
    assert DATA_FILES == SIZES
    assert len(regions("memory/games.bin")) == 40
    assert regions("memory/variants.bin")[:2] == [(4096, 4096), (12288, 4096)]
    assert regions("memory/tables.bin") == [(4096, 28672), (36864, 28672)]
    assert chunks.FOLDER == "/memory"


def test_a_new_board(place):
    plan = install(place, OLD)
    assert plan.version is None
    assert content_of(place) == expected(OLD)
    assert plan.steps[-1].path == "code.py"
    assert PLACEHOLDER not in [step.content for step in plan.steps], "what CircuitPython brings is harmless already"


def test_nothing_to_do_the_second_time(place):
    install(place, OLD)
    plan = install(place, OLD)
    assert plan.steps == []
    assert plan.version == "0.1.0"
    assert plan.unchanged == len(OLD)


def test_upgrade_and_downgrade(place):
    install(place, OLD)
    plan = install(place, NEW)
    assert plan.version == "0.1.0"
    assert content_of(place) == expected(NEW)
    assert sorted(paths(plan, "remove")) == ["lightpeg/gone.py", "lightpeg/older/__init__.py"]
    assert "lib/neopixel.py" not in paths(plan, "write"), "it has not changed"
    assert "older" not in [name for path in open_drive(place).folders() for name in path.split("/")]
    plan = install(place, OLD)
    assert plan.version == "0.2.0"
    assert content_of(place) == expected(OLD)


def test_code_is_at_rest_while_the_rest_changes(place):
    install(place, OLD)
    steps = make_plan(open_drive(place), NEW).steps
    assert (steps[0].path, steps[0].content) == ("code.py", PLACEHOLDER)
    assert (steps[-1].path, steps[-1].content) == ("code.py", NEW["code.py"])
    assert steps[-2].path == "boot.py"


def test_code_alone_is_written_at_once(place):
    install(place, OLD)
    steps = make_plan(open_drive(place), OLD | {"code.py": b"import lightpeg.app  # other\n"}).steps
    assert [(step.action, step.path) for step in steps] == [("write", "code.py")]


def test_games_and_settings_stay(place):
    install(place, OLD)
    drive = open_drive(place)
    games = b"G" * SIZES["memory/games.bin"]
    drive.write("memory/games.bin", games)
    drive.write("settings.toml", b"LIGHTPEG_PANEL_WIDTH = 32\nMINE = 1\n")
    install(place, NEW, renew_memory=True)
    found = content_of(place)
    assert found["memory/games.bin"] == games
    assert found["settings.toml"] == b"LIGHTPEG_PANEL_WIDTH = 32\nMINE = 1\n"


def test_a_new_setting_is_told(place):
    install(place, OLD)
    more = NEW | {"settings.toml": b"LIGHTPEG_PANEL_WIDTH = 16\nLIGHTPEG_BUDGET_MA = 400\n"}
    plan = install(place, more)
    assert any("LIGHTPEG_BUDGET_MA = 400" in note for note in plan.notes)
    assert content_of(place)["settings.toml"] == OLD["settings.toml"]
    open_drive(place).write("settings.toml", b"not toml at all")
    assert any("not valid TOML" in note for note in install(place, more).notes)


def test_data_files_share_no_flash_block(tmp_path):
    path = make_image(tmp_path / "i", FRESH | OWN)
    install(path, OLD)
    drive = open_drive(path)
    assert check_places(drive) == (True, [])
    assert all(drive.volume().in_one_piece(name) for name in SIZES)


def test_a_folder_without_its_device_is_not_said_to_be_checked(tmp_path):
    path = make_folder(tmp_path / "f", FRESH)
    install(path, OLD)
    assert check_places(open_drive(path)) == (False, [])


def test_a_mounted_drive_is_checked_on_its_device(tmp_path):
    folder = make_folder(tmp_path / "f", FRESH)
    install(folder, OLD)
    device = make_image(tmp_path / "device", content_of(folder))
    assert check_places(FolderDrive(folder, str(device))) == (True, [])


def holey(path):
    """An image on which every other cluster of the free room is taken, but for a run that fits all data files."""
    files = FRESH | {f"own/{n}.txt": b"x" for n in range(300)}
    make_image(path, files)
    drive = ImageDrive(path)
    # A file in pieces: it goes into the holes.
    with drive._mounted() as partition:
        for n in range(0, 300, 2):
            partition.remove(f"/own/{n}.txt")
        drive._write(partition, "memory/games.bin", b"\xff" * 100)
    return path


def test_a_data_file_in_pieces_is_told_and_renewed(tmp_path):
    path = holey(tmp_path / "i")
    drive = ImageDrive(path)
    with drive._mounted() as partition:
        partition.remove("/memory/games.bin")
        partition.write_file("/memory/games.bin", b"G" * SIZES["memory/games.bin"])
    # Whether FatFs filled the holes is its own business; where it did not, there is nothing to see here.
    if drive.volume().in_one_piece("memory/games.bin"):
        _scatter(path)
    plan = install(path, OLD)
    assert any("shares a flash block" in note and "--renew-memory" in note for note in plan.notes)
    assert content_of(path)["memory/games.bin"][:1] == b"G"
    assert check_places(ImageDrive(path))[1]
    install(path, OLD, renew_memory=True)
    assert check_places(ImageDrive(path)) == (True, [])
    assert content_of(path)["memory/games.bin"] == b"\xff" * SIZES["memory/games.bin"]


def _scatter(path):
    """Exchange the ninth cluster of games.bin, the first it writes to, with one of a user's file."""
    drive = ImageDrive(path)
    volume = drive.volume()
    games = volume.chain(volume.find("memory/games.bin").first)
    other = volume.find("own/1.txt")
    content = bytearray(path.read_bytes())
    fat = volume.geometry.fat

    def link(cluster, following):
        at = fat + cluster + cluster // 2
        pair = content[at] | content[at + 1] << 8
        pair = pair & 0x000F | following << 4 if cluster % 2 else pair & 0xF000 | following
        content[at], content[at + 1] = pair & 0xFF, pair >> 8

    link(games[7], other.first)
    link(other.first, games[9])
    link(games[8], 0xFFF)
    content[other.slot + 26 : other.slot + 28] = games[8].to_bytes(2, "little")
    path.write_bytes(content)


def test_a_data_file_of_another_size_is_explained_and_kept(place):
    install(place, OLD)
    open_drive(place).write("memory/games.bin", b"G" * 8192)
    with pytest.raises(DriveError, match=r"8,192 bytes instead of 331,776.*lightpeg sync.*--renew-memory") as raised:
        install(place, NEW)
    assert raised.value.exit_code == 10
    assert content_of(place) == expected(OLD) | {"memory/games.bin": b"G" * 8192}, "nothing was changed"
    install(place, NEW, renew_memory=True)
    assert content_of(place) == expected(NEW)


@pytest.mark.parametrize("half", [b"", b"\xff" * 5000])
def test_a_data_file_that_was_never_finished_is_made_anew(place, half):
    install(place, OLD)
    open_drive(place).write("memory/games.bin", half)
    install(place, OLD)
    assert content_of(place) == expected(OLD)


def test_a_macs_second_files_are_removed(place):
    install(place, OLD)
    drive = open_drive(place)
    for path in ("._code.py", "lightpeg/._app.py", "lib/._neopixel.py", "memory/._games.bin", "variants/._mine.json"):
        drive.write(path, b"mac")
    install(place, OLD)
    assert content_of(place) == expected(OLD, **{"variants/._mine.json": b"mac"})


def test_a_mac_that_writes_second_files_meanwhile(tmp_path):
    class Mac(FolderDrive):
        def _settle(self, target):
            target.with_name("._" + target.name).write_bytes(b"mac")
            super()._settle(target)

    path = make_folder(tmp_path / "f", FRESH | OWN)
    drive = Mac(path)
    carry_out(drive, make_plan(drive, OLD))
    assert content_of(path) == expected(OLD)


def test_an_old_compiled_driver_goes(place):
    open_drive(place).write("lib/neopixel.mpy", b"C\x06")
    install(place, OLD)
    assert content_of(place) == expected(OLD)


# -- somebody else's program ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["code.py", "boot.py"])
def test_another_program_is_not_replaced(place, path):
    open_drive(place).write(path, b"import blinkenlights\n")
    with pytest.raises(DriveError, match=rf"{path} is another program's.*--force"):
        install(place, OLD)
    assert content_of(place) == FRESH | OWN | {path: b"import blinkenlights\n"}
    stem = path.removesuffix(".py")
    install(place, OLD, force=True)
    kept = {f"{stem}-before-lightpeg.py": b"import blinkenlights\n"}
    assert content_of(place) == expected(OLD, **kept)
    # The same once more: the first one's copy is not overwritten.
    open_drive(place).write(path, b"import other\n")
    install(place, OLD, force=True)
    assert content_of(place) == expected(OLD, **kept, **{f"{stem}-before-lightpeg-2.py": b"import other\n"})


def test_code_txt_would_be_started_instead(place):
    open_drive(place).write("code.txt", b"print(1)")
    with pytest.raises(DriveError, match=r"code.txt rather than"):
        install(place, OLD)
    assert any("code.txt" in note for note in install(place, OLD, force=True).notes)


# -- room -------------------------------------------------------------------------------------------------------------


def fill_up(path, left):
    """Take all room of an image but for `left` clusters."""
    drive = ImageDrive(path)
    drive.write("ballast.bin", bytes(drive.free() - left * drive.cluster))
    assert drive.free() == left * drive.cluster


def test_the_room_is_counted_to_the_cluster(tmp_path):
    # By hand, in clusters of 512 bytes. Data files: 648 + 104 + 136. lib/neopixel.py 260 bytes: 1. settings.toml 26:
    # 1. boot.py 1. code.py 1 in the place of 1. lightpeg/__init__.py 1, app.py 1511: 3, core/__init__.py 0,
    # core/match.py 2000: 4, gone.py 20 * 25 = 500: 1, older/__init__.py 20 * 35 = 700: 2. Folders lightpeg,
    # core, older, memory: 4, of which memory has 2 + 3 * (2 + 2) = 14 names of 16.
    sizes = [len(OLD[path]) for path in ("lib/neopixel.py", "lightpeg/app.py", "lightpeg/core/match.py")]
    assert sizes == [260, 1511, 2000]
    needed = 648 + 104 + 136 + 1 + 1 + 1 + (1 + 3 + 0 + 4 + 1 + 2) + 4
    path = make_image(tmp_path / "i", FRESH)
    fill_up(path, needed)
    assert make_plan(ImageDrive(path), OLD).needed == needed * 512
    install(path, OLD)
    path = make_image(tmp_path / "j", FRESH)
    fill_up(path, needed - 1)
    before = path.read_bytes()
    with pytest.raises(DriveError, match=r"463,360 bytes free, and 463,872 are needed.*Nothing was changed"):
        install(path, OLD)
    assert path.read_bytes() == before


def test_a_folder_without_room(tmp_path):
    class Small(FolderDrive):
        def free(self):
            return 98_304

    path = make_folder(tmp_path / "f", FRESH)
    with pytest.raises(DriveError, match=r"98,304 bytes free"):
        make_plan(Small(path), OLD)
    assert content_of(path) == FRESH


def test_room_in_pieces_only(tmp_path):
    # 1 MB less 40 sectors: 2008 clusters. Files of one cluster each leave holes of one.
    path = make_image(tmp_path / "i", FRESH | {f"own/{n}": b"x" for n in range(1500)})
    drive = ImageDrive(path)
    with drive._mounted() as partition:
        for n in range(0, 1500, 2):
            partition.remove(f"/own/{n}")
    assert drive.free() > sum(SIZES.values()) + 20_000
    with pytest.raises(DriveError, match=r"in pieces.*storage.erase_filesystem"):
        make_plan(drive, OLD)


def test_an_update_that_only_fits_because_old_files_go(tmp_path):
    path = make_image(tmp_path / "i", FRESH)
    old = OLD | {"lightpeg/large.py": b"#" * 20_000}
    install(path, old)
    fill_up(path, 8)
    install(path, NEW | {"lightpeg/other.py": b"#" * 20_000})


# -- drives that refuse -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EROFS, r"hold MENU"),
        (errno.EACCES, r"This user may not write"),
        (errno.ENOSPC, r"is full"),
        (errno.EIO, r"went away.*it goes on where it stopped"),
        (errno.ENODEV, r"went away"),
        (errno.EINVAL, r"failed"),
    ],
)
def test_each_failure_is_a_sentence(place, number, words):
    drive = open_drive(place)

    def refuse(*_):
        raise OSError(number, "why")

    plan = make_plan(drive, OLD)
    drive.write = refuse
    with pytest.raises(DriveError, match=words):
        carry_out(drive, plan)


def test_a_full_image_refuses_in_the_middle(tmp_path):
    # Somebody else takes the room after the plan was made.
    path = make_image(tmp_path / "i", FRESH)
    drive = ImageDrive(path)
    plan = make_plan(drive, OLD)
    drive.write("ballast.bin", bytes(drive.free() - 100 * 512))
    with pytest.raises(DriveError, match="is full"):
        carry_out(drive, plan)
    drive.remove("ballast.bin")
    install(path, OLD)


def test_what_does_not_read_back_is_told(place):
    drive = open_drive(place)
    carry_out(drive, make_plan(drive, OLD))
    drive.write("lightpeg/app.py", OLD["lightpeg/app.py"][:-1] + b"?")
    with pytest.raises(DriveError, match=r"lightpeg/app.py is not on the drive as it was written"):
        verify(drive, OLD)
    drive.write("lightpeg/app.py", OLD["lightpeg/app.py"])
    verify(drive, OLD)
    drive.remove("memory/tables.bin")
    with pytest.raises(DriveError, match=r"tables.bin"):
        verify(drive, OLD)


def test_new_drives_code_is_circuitpythons():
    # As CircuitPython's supervisor writes it on a new drive.
    assert HELLO == b'print("Hello World!")\n'
