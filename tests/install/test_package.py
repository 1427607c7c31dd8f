"""An installed package, without the repository around it, can install the firmware just the same."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from lightpeg_host.boards.virtual_process import firmware_folder
from lightpeg_host.install.firmware import firmware_files
from tests.install.drives import FRESH, content_of, make_folder

ROOT = Path(__file__).resolve().parent.parent.parent
START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from lightpeg_host.cli import main; main()"


def unpacked(site):
    """What a wheel holds, by pyproject.toml."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    for package in wheel["packages"]:
        shutil.copytree(ROOT / package, site / Path(package).name, ignore=shutil.ignore_patterns("__pycache__"))
    for source, target in wheel["force-include"].items():
        (site / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, site / target)
    return site


def test_an_installed_package_has_the_whole_firmware(tmp_path):
    site = unpacked(tmp_path / "site")
    place = make_folder(tmp_path / "drive", FRESH)
    done = subprocess.run(
        [sys.executable, "-P", "-c", START, str(site), "install", "--drive", str(place)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    found = content_of(place)
    wanted = firmware_files(firmware_folder())
    assert {path: found.get(path) for path in wanted} == wanted
