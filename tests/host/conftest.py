"""Nothing of the person who runs the tests is read or changed, and no board of theirs is found."""

import pytest


@pytest.fixture(autouse=True)
def own_folders(monkeypatch, tmp_path_factory):
    """Folders of its own for every test, for this process and the ones it starts."""
    place = tmp_path_factory.mktemp("own")
    for name in ("RUNTIME", "CONFIG", "DATA"):
        monkeypatch.setenv(f"LIGHTPEG_{name}", str(place / name.lower()))
    for name in ("LIGHTPEG_DATABASE", "LIGHTPEG_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return place
