"""What LEDs look like to different eyes, for the tests of the palettes.

The deficiencies are simulated with the matrices of severity 1.0 in G. M. Machado, M. M. Oliveira, L. A. F. Fernandes,
"A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, on linear light. Differences are
CIE76: distances in CIE L*a*b* (D65), where 2.3 is just noticeable side by side.
"""

EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    # No colour at all: the light alone.
    "achromatopsia": ((0.2126, 0.7152, 0.0722),) * 3,
}
# From linear sRGB to CIE XYZ, each divided by D65's white.
_TO_XYZ = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def led(value):
    """The light of a LED: pulse width is linear."""
    return value / 255


def screen(value):
    """The light of an sRGB screen that is sent the same number."""
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lab(colour, eyes, light=led):
    """L*, a*, b* of 0xRRGGBB as these eyes see it."""
    rgb = [light(colour >> shift & 255) for shift in (16, 8, 0)]
    seen = [min(1.0, max(0.0, part)) for part in _times(EYES[eyes], rgb)]
    x, y, z = [p ** (1 / 3) if p > (6 / 29) ** 3 else p / (3 * (6 / 29) ** 2) + 4 / 29 for p in _times(_TO_XYZ, seen)]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one, other, eyes, light=led):
    pairs = zip(lab(one, eyes, light), lab(other, eyes, light), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def closest(colours, eyes, light=led):
    """The smallest difference between any two of the colours, and which two."""
    return min((difference(colours[i], colours[j], eyes, light), j, i) for i in range(len(colours)) for j in range(i))
