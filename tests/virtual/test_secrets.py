"""Nothing that leaves the board tells the secret of a running game, whatever a computer asks."""

import json
from base64 import b64decode

from lightpeg.ui.palettes import STANDARD
from lightpeg_host.boards import VirtualBoard
from tests.line import Line
from tests.scenarios import Table

SECRET = (4, 2, 5, 3)
GUESSES = ((0, 1, 0, 1), (1, 0, 1, 0))
# Every request that asks without changing anything.
QUESTIONS = (
    ("hello", {}),
    ("time", {}),
    ("status", {}),
    ("games", {"since": 0}),
    ("variants", {"from": 0}),
    ("variant", {"key": "arms"}),
    ("players", {}),
    ("settings", {}),
    ("tables", {}),
    ("inputs", {}),
)


def lights(told):
    """The pixels of a live picture as {(x, y): colour}."""
    rgb = b64decode(told["rgb"])
    width = len(rgb) // 3 // told["n"]
    return {(at % width, told["y"] + at // width): tuple(rgb[at * 3 : at * 3 + 3]) for at in range(width * told["n"])}


def hues(colours):
    """The colours of pegs at whatever brightness: which of red, green and blue are lit most."""
    return [tuple(part * 2 > max(colour) > 0 for part in colour) for colour in colours]


def says(message, code):
    """Whether the code stands in a message as a list, as digits, or as bytes."""
    text = json.dumps(message).replace(" ", "")
    return any(
        form in text
        for form in (",".join(map(str, code)), "".join(map(str, code)), bytes(code).hex(), f"{code[0]}{code[1]},")
    )


def everything(line):
    """Asks all questions; returns the replies."""
    return [line.ask(do, **fields) for do, fields in QUESTIONS]


def test_a_secret_under_the_screen_is_never_told():
    with VirtualBoard() as board:
        board.run(1500)
        table = Table(board)
        table.choose("classic", "screen", 2)
        board.press("ok")
        with Line(board) as line:
            line.ask("live", events=True, pixels=True)
            told = []
            table.set_row(SECRET)
            told += everything(line)
            board.press("ok")
            board.run(500)
            for guess in GUESSES:
                table.submit(guess)
                told += everything(line)
                # The codemaker looks at the secret.
                board.hold("screen")
                board.run(700)
                told += everything(line)
                board.release("screen")
                board.run(200)
                table.set_arms(0, 0)
            board.run(500)
            line.listen()
            assert not any(says(reply, SECRET) for reply in told)
            secret = hues(
                [((STANDARD[peg] >> 16) & 255, (STANDARD[peg] >> 8) & 255, STANDARD[peg] & 255) for peg in SECRET]
            )
            pictures = 0
            rows = []
            for message in line.live:
                if message["live"] == "pixels":
                    pictures += 1
                    seen = lights(message)
                    far = [seen.get((x, 0), (0, 0, 0)) for x in table.layout.peg_x]
                    assert hues(far) != secret
                else:
                    assert message["live"] in ("menu", "match", "game", "row", "hidden"), message
                    assert "secrets" not in message
                    assert not says(message, SECRET)
                    rows += [tuple(message["guess"])] if message["live"] == "row" else []
            assert pictures > 20
            assert any(message["live"] == "hidden" for message in line.live)
            assert rows == list(GUESSES)


def test_a_duels_guess_is_told_when_the_turn_is_complete():
    with VirtualBoard() as board:
        board.run(1500)
        table = Table(board)
        table.choose("duel")
        for secret in ((1, 2, 3, 4, 5), (5, 4, 3, 2, 1)):
            board.press("ok")
            table.submit(secret)
        with Line(board) as line:
            line.ask("live", events=True, pixels=False)
            board.run(300)
            table.submit((0, 0, 0, 0, 0))
            board.run(300)
            line.listen()
            assert [message["live"] for message in line.live] == ["match", "game"]
            table.submit((6, 6, 6, 6, 6))
            board.run(300)
            line.listen()
            assert [message["live"] for message in line.live] == ["match", "game", "row", "row"]
            assert not says(line.live, (1, 2, 3, 4, 5)) and not says(line.live, (5, 4, 3, 2, 1))
