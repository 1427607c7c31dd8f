"""The variants that the menu offers."""

from lightpeg.core.builtin import BUILTIN, builtin


def builtins():
    """The built-in ones, as a new list of (key, name, Variant, faults) that a person's own can be added to."""
    return [(key, key, builtin(key), ()) for key in BUILTIN]
