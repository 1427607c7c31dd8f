"""Values of JSON as people are told of them: short, and never anything that cannot be printed."""

LONGEST = 40


def short(value):
    """A value of any JSON type as at most 40 printable ASCII characters."""
    if isinstance(value, list):
        inner = []
        for item in value[:LONGEST]:
            inner.append("[...]" if isinstance(item, (list, dict)) and item else short(item))
        return _cut("[" + ", ".join(inner) + "]")
    if isinstance(value, dict):
        return "an object" if value else "{}"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _cut('"' + printable(value) + '"')
    if isinstance(value, int):
        # Python refuses to write an int of thousands of digits.
        if -(10**18) < value < 10**18:
            return str(value)
        return "a huge number"
    if isinstance(value, float):
        return _cut(str(value))
    return "something that JSON has not"


def _cut(text):
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def printable(text):
    """A text as at most 40 printable ASCII characters."""
    return _cut("".join([c if " " <= c <= "~" else "?" for c in text[: LONGEST + 1]]))
