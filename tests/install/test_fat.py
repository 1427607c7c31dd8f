"""The FAT reader against fatfs-ng, and against volumes whose layout was worked out by hand."""

import struct

import pytest
from fatfs.diskio import RamDisk
from fatfs.wrapper import Partition
from hypothesis import given, settings
from hypothesis import strategies as st

from lightpeg_host.install.fat import FatVolume
from tests.install.drives import content_of, make_image

names = st.text("abcXYZ019_-~ ", min_size=1, max_size=30).map(lambda name: f"n{name.strip()}x")
trees = st.dictionaries(
    st.one_of(names, st.tuples(names, names).map("/".join), st.tuples(names, names, names).map("/".join)),
    st.binary(max_size=3000),
    max_size=8,
)


@settings(max_examples=60, deadline=None)
@given(trees, st.sampled_from([1 << 18, 1 << 20, 8 << 20]))
def test_reads_what_fatfs_wrote(tmp_path_factory, tree, size):
    parents = {path.rpartition("/")[0].lower() for path in tree}
    if any(path.lower() in {p[: len(path)] for p in parents} for path in tree):
        return  # a name that is a file and a folder
    if len({path.lower() for path in tree}) < len(tree):
        return
    path = make_image(tmp_path_factory.mktemp("fat") / "image", tree, size)
    volume = FatVolume(path.read_bytes())
    found = {name: volume.read(name) for name, entry in volume.entries.items() if not entry.folder}
    assert found == content_of(path)
    assert sum(map(len, found.values())) == sum(map(len, tree.values()))


def small_volume():
    """A FAT12 volume by hand: 1 reserved sector, 1 table of 1 sector, 16 root slots (1 sector), clusters of 512 bytes,
    of which cluster 2 begins in sector 3. One file A.BIN of 1100 bytes in the clusters 2, 4, 3."""
    volume = bytearray(40 * 512)
    volume[0:3] = b"\xeb\xfe\x90"
    struct.pack_into("<HBHBHHBH", volume, 11, 512, 1, 1, 1, 16, 40, 0xF8, 1)
    volume[510:512] = b"\x55\xaa"
    # 12 bits each: FF8 FFF 004 FFF 003
    volume[512:520] = bytes([0xF8, 0xFF, 0xFF, 0x04, 0xF0, 0xFF, 0x03, 0x00])
    volume[1024 : 1024 + 11] = b"MYVOLUME   "
    volume[1024 + 11] = 0x08
    slot = 1024 + 32
    volume[slot : slot + 11] = b"A       BIN"
    struct.pack_into("<HI", volume, slot + 26, 2, 1100)
    for cluster, letter in ((2, b"a"), (4, b"b"), (3, b"c")):
        at = (3 + cluster - 2) * 512
        volume[at : at + 512] = letter * 512
    return volume


def test_volume_made_by_hand():
    volume = FatVolume(small_volume())
    assert volume.label == "MYVOLUME"
    assert volume.read("A.BIN") == b"a" * 512 + b"b" * 512 + b"c" * 76
    assert volume.read("a.bin") == volume.read("A.BIN")
    assert volume.chain(2) == [2, 4, 3]
    assert not volume.in_one_piece("A.BIN")
    # 40 sectors, 3 before the data: 37 clusters, 3 taken.
    assert volume.free_clusters() == list(range(5, 39))
    assert volume.free_run(34) == 5
    assert volume.free_run(35) is None


def test_volume_in_a_partition():
    # A partition table whose first partition begins at sector 1, as CircuitPython shows its drive by USB.
    disk = bytearray(512) + small_volume()
    struct.pack_into("<I", disk, 446 + 8, 1)
    disk[510:512] = b"\x55\xaa"
    volume = FatVolume(disk)
    assert volume.start == 512
    assert volume.read("A.BIN")[:1] == b"a"


@pytest.mark.parametrize("content", [b"", b"\0" * 4096, b"\xff" * 4096, b"\xeb\0\x90" + bytes(507) + b"\x55\xaa" * 600])
def test_no_volume(content):
    with pytest.raises(ValueError, match="FAT"):
        FatVolume(content)


def test_a_loop_in_the_table_is_found():
    volume = small_volume()
    volume[512 + 3] = 0x02  # cluster 2 points at itself
    with pytest.raises(ValueError, match="damaged"):
        FatVolume(volume).read("A.BIN")


def placed(tmp_path, order):
    """Files of one flash block (4096 bytes) each and one of 512 bytes, made in this order."""
    sizes = {"data.bin": 3 * 4096, "small.txt": 512, "pad.bin": 4096 - 512}
    return FatVolume(make_image(tmp_path / "i", {name: bytes(sizes[name]) for name in order}).read_bytes())


def test_shared_blocks_are_named(tmp_path):
    # 1 MB: the data begins at byte 20480, a block's beginning; the files follow each other.
    # small.txt 20480..20992, data.bin from 20992 on: its first 4096 bytes share the first block with small.txt.
    volume = placed(tmp_path, ["small.txt", "data.bin"])
    assert volume.geometry.data == 20480
    assert volume.sharing("data.bin", [(0, 4096)]) == ["small.txt"]
    # From 4096 on a block of its own is reached: 25088..29184 touches blocks 6 and 7, small.txt is in block 5.
    assert volume.sharing("data.bin", [(4096, 4096)]) == []
    # Two regions that follow each other meet in block 6.
    assert volume.sharing("data.bin", [(512, 4096), (4608, 4096)]) == ["data.bin", "small.txt"]


def test_a_file_on_its_own_blocks_shares_nothing(tmp_path):
    volume = placed(tmp_path, ["small.txt", "pad.bin", "data.bin"])
    assert volume.sharing("data.bin", [(0, 4096), (4096, 4096), (8192, 4096)]) == []


def test_the_table_is_named(tmp_path):
    # With 128 KB the root folder ends in the middle of a block.
    path = tmp_path / "i"
    storage = bytearray(1 << 17)
    partition = Partition(RamDisk(storage, 512))
    partition.mkfs()
    partition.mount()
    file = partition.open("/data.bin", "w")
    file.write(bytes(8192))
    file.close()
    partition.unmount()
    path.write_bytes(storage)
    volume = FatVolume(path.read_bytes())
    assert volume.geometry.data % 4096
    assert volume.sharing("data.bin", [(0, 512)]) == ["the drive's table"]
