"""The choices of light, colours, names, sound and hand, in every menu."""

from lightpeg.ui.menu import Field
from lightpeg.ui.palettes import NAMES, PALETTES
from lightpeg.ui.settings import BRIGHTNESS

SWITCH = ((0, "OFF"), (1, "ON"))


def at(session, name):
    """Getter and setter of one of the settings, for a Field."""

    def get():
        return getattr(session.settings, name)

    def change(value):
        setattr(session.settings, name, value)
        session.choices_changed = True

    return get, change


def look_fields(session):
    """The fields for these choices."""
    light = [(n, "%d" % (n + 1)) for n in range(len(BRIGHTNESS))]
    return [
        Field("LIGHT", light, *at(session, "brightness")),
        Field("COLOURS", [(n, PALETTES[n][0]) for n in range(len(PALETTES))], *at(session, "palette")),
        Field("NAMES", [(n, NAMES[n][0]) for n in range(len(NAMES))], *at(session, "names")),
        Field("SOUND", SWITCH, *at(session, "sound")),
        Field("HAND", ((0, "RIGHT"), (1, "LEFT")), *at(session, "left_handed")),
    ]
