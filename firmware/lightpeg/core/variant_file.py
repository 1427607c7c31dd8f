"""Variant files: a rule set of one's own as a JSON object whose fields are those of `variant.Variant`.

A file is refused with all its faults, each as (field, value, allowed): the field's name, its value as a short text
of printable ASCII, and a sentence on what is allowed. Whether a panel can show the variant is for `ui` to say.
"""

import json

from lightpeg.core.short import printable, short
from lightpeg.core.variant import DEFAULT_ROWS, FIELDS, Variant
from lightpeg.core.variant_fields import CLOCK, allowed, field_fault, is_int, listed

# Bytes of a variant file. The longest one that names every field has under 1000.
LIMIT = 4096

_MISSING = "missing"

_REQUIRED = ("name", "holes", "colours")


def read(text, key):
    """The variant in a JSON text (str or bytes, UTF-8), as `check` returns it. Text that is too long, no JSON or
    no object is a fault of the field "file". Raises nothing, whatever the text."""
    try:
        if isinstance(text, (bytes, bytearray)):
            size = len(text)
            if size <= LIMIT:
                text = bytes(text).decode("utf-8")
        else:
            size = len(text)
            if size <= LIMIT:
                size = len(text.encode("utf-8"))
        if size > LIMIT:
            return None, [("file", f"{size} bytes", f"at most {LIMIT} bytes")]
        # Some editors begin a file with a byte order mark.
        if text.startswith("\ufeff"):
            text = text[1:]
        data = json.loads(text)
    except MemoryError:
        return None, [("file", "too much for the memory", "a JSON object of few fields")]
    except (ValueError, UnicodeError):
        return None, [("file", "not JSON", "a JSON object in UTF-8")]
    except RuntimeError:
        # Lists in lists in lists: Python gives up with a RecursionError, MicroPython with its parent class.
        return None, [("file", "nested too deep", "a JSON object of few fields")]
    return check(data, key)


def check(data, key="custom"):
    """Returns (variant, []) or (None, faults) for a variant file's data. Raises nothing, whatever the data."""
    if not isinstance(data, dict):
        return None, [("file", short(data), "a JSON object")]
    faults = []
    fields = {}
    for field in FIELDS:
        if field in data:
            fault = field_fault(field, data[field])
            if fault:
                faults.append((field, short(data[field]), fault))
            else:
                fields[field] = data[field]
        elif field in _REQUIRED:
            faults.append((field, _MISSING, allowed(field)))
    if "clock" in data:
        _check_clock(data["clock"], fields, faults)
    _set_defaults(data, fields)
    _check_together(fields, faults)
    _add_unknown(data, FIELDS, "", faults)
    if faults:
        return None, faults
    return Variant(key, **fields), faults


def to_dict(variant):
    """The variant as data for a file. `check` makes an equal variant of it."""
    data = {}
    for field in FIELDS:
        data[field] = getattr(variant, field)
    data["players"] = list(variant.players)
    data["row_choices"] = list(variant.row_choices)
    base, bonus, limit = variant.clock
    data["clock"] = {"base_s": base, "bonus_s": bonus, "limit_s": limit}
    return data


def _check_clock(value, fields, faults):
    # Puts the tuple that a Variant has in the place of the object, or takes the field out.
    del fields["clock"]
    if not isinstance(value, dict):
        faults.append(("clock", short(value), "an object of base_s, bonus_s and limit_s"))
        return
    count = len(faults)
    times = {"base_s": 0, "bonus_s": 0}
    for name, high in CLOCK:
        if name not in value:
            continue
        if is_int(value[name], 0, high):
            times[name] = value[name]
        else:
            faults.append(("clock." + name, short(value[name]), f"a whole number from 0 to {high}"))
    _add_unknown(value, [name for name, _ in CLOCK], "clock.", faults)
    if len(faults) > count:
        return
    base = times["base_s"]
    limit = times.get("limit_s", base)
    if limit < base:
        faults.append(("clock.limit_s", str(limit), f"at least base_s, which is {base}"))
        return
    fields["clock"] = (base, times["bonus_s"], limit)


def _add_unknown(data, known, prefix, faults):
    # Sorted, because MicroPython's objects have no order.
    unknown = []
    instead = "no such field; there are " + listed(known)
    for field in data:
        if field not in known:
            name = printable(field) if isinstance(field, str) and field else short(field)
            unknown.append((prefix + name, short(data[field]), instead))
    unknown.sort()
    faults.extend(unknown)


def _set_defaults(data, fields):
    # Where one field decides what is sensible for one that is not there; else Variant has the defaults.
    if "rows" not in data:
        fields["rows"] = DEFAULT_ROWS
        choices = fields.get("row_choices")
        if choices and DEFAULT_ROWS not in choices:
            fields["rows"] = choices[0]
    if "scoring" not in data:
        fields["scoring"] = "guesses"
        if fields.get("players") == ["duel"]:
            fields["scoring"] = "duel"
        elif fields.get("growth"):
            fields["scoring"] = "levels"
    if "players" not in data:
        fields["players"] = ["duel"] if fields.get("scoring") == "duel" else ["board", "screen", "paper"]
    if "growth" not in data:
        fields["growth"] = 0
    if "repeats_in_code" not in data:
        fields["repeats_in_code"] = True


def _check_together(fields, faults):
    # Fields that are right alone and wrong together. A field with a fault of its own is not in `fields`.
    get = fields.get
    holes = get("holes")
    values = get("colours")
    if values is not None and get("blank"):
        values += 1
    if holes is not None and values is not None and holes > values:
        if get("repeats_in_code") is False:
            faults.append(("holes", str(holes), f"at most {values} without repeats in the code, one for each colour"))
        elif get("repeats_switch"):
            faults.append(("repeats_switch", "true", f"false where {holes} holes need repeats of {values} colours"))
    if get("repeats_in_guess") is False and get("repeats_in_code"):
        faults.append(("repeats_in_guess", "false", "true where repeats_in_code is, or some codes have no guess"))
    choices = get("row_choices")
    rows = get("rows")
    if choices and rows is not None and rows not in choices:
        faults.append(("row_choices", short(choices), f"a list with {rows} in it, the rows of the variant"))
    scoring = get("scoring")
    players = get("players")
    growth = get("growth")
    if scoring and players and (scoring == "duel") != (players == ["duel"]):
        faults.append(("scoring", short(scoring), "duel if players is only duel, else another one"))
    if scoring and growth is not None and (scoring == "levels") != (growth > 0):
        faults.append(("growth", str(growth), "1 to 3 if scoring is levels, else 0"))
    if growth and players and "duel" in players:
        faults.append(("players", short(players), "no duel where growth is not 0"))
