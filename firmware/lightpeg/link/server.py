"""From request to reply. A request has an `id` and a `do`; its reply has the same id and either what was asked for in
`ok` or an `error` with a sentence for a person."""

from lightpeg import VERSION

PROTOCOL = 1


def reply(message, fault, board):
    """The reply to a decoded request, or to a line that was none. `board` is a dict of what this board tells of
    itself in `hello`. Nothing that a host sends raises."""
    if message is None:
        return {"id": None, "error": "that line is no frame: " + fault}
    number = message.get("id")
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 1 << 30:
        return {"id": None, "error": "a request needs an id, a whole number from 0 to 1073741823"}
    if message.get("do") == "hello":
        told = {"name": "lightpeg", "version": VERSION, "protocol": PROTOCOL}
        told.update(board)
        return {"id": number, "ok": told}
    return {"id": number, "error": "unknown request; this firmware answers hello"}
