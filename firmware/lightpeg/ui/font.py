"""Lightpeg's own font: five lines of three pixels, each line an octal digit (4 is the left pixel)."""

HEIGHT = 5

# Characters of one column.
NARROW = " .,:!'"

# The lines of the characters from the space to `_` and the backquote, then of those behind the small letters. One
# constant: a dict would cost three kilobytes.
LINES = (
    b"0000044404550005757536763512452525344000"  # space ! " # $ % & '
    b"2444242224052500272000044007000000411244"  # ( ) * + , - . /
    b"7555726227717477171755711747177475771122"  # 0 1 2 3 4 5 6 7
    b"7575775717040400202412421070704212471302"  # 8 9 : ; < = > ?
    b"7554725755656563444365556746477464434553"  # @ A B C D E F G
    b"5575572227111565646544447775556555525552"  # H I J K L M N O
    b"6564425563656553421672222555575552255775"  # P Q R S T U V W
    b"5525555222712476444644211311132500000007"  # X Y Z [ \ ] ^ _
    b"4200032623222226232601740"  # ` { | } ~
)
_AFTER_CAPITALS = 97
_AFTER_SMALL = 123
_UNKNOWN = 63


def place(code):
    """Where the lines of a character, given as its code, begin in LINES; those of "?" where it has none."""
    if code >= _AFTER_SMALL:
        code -= _AFTER_SMALL - _AFTER_CAPITALS
    elif code >= _AFTER_CAPITALS:
        code = _UNKNOWN
    at = (code - 32) * HEIGHT
    return at if 0 <= at < len(LINES) else (_UNKNOWN - 32) * HEIGHT
