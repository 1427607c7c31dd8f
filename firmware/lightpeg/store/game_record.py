"""A finished game as bytes: the same in nvm, in the archive, on the wire and in a computer's database.

| bytes | meaning |
|---|---|
| 1 | version of this format, 1 |
| | seq, a number |
| 1 | bits 0, 1: who; 2: codemaker; 3: over; 4, 5: the match's winner plus 1 or 0; 6, 7: code of player 0, 1 known |
| 1 | games of the match less 1 (high half), number of this game |
| 1 | level (high half), result |
| 1 | winner of a duel plus 1 or 0 (high half), reason plus 1 or 0 |
| 1 | points of player 0 (high half) and player 1 |
| 1 | rows of player 0 (high half) and player 1 |
| | seq less match_id, a number |
| | start, seconds, total of player 0, total of player 1: four numbers |
| | the match's variant, see `variant_codec` |
| | names of the two players, texts |
| | the codes that are known, nibbles, each beginning a new byte |
| | the rows of player 0, then those of player 1: guess, blacks and whites as nibbles, then the milliseconds, a number |

Version and seq stay where they are in every version to come. In a growing match a code is longer than the variant
says, by level times growth.
"""

from lightpeg.store.packing import put_nibbles, put_number, put_text

VERSION = 1

WHO = ("board", "screen", "paper", "duel")
RESULTS = ("solved", "unsolved", "resigned", "timeout", "void", "won", "draw")
REASONS = ("code", "both", "rows", "time", "resigned")

# Bytes of a player's name.
LONGEST_PLAYER = 32


def code_of(value):
    """0 for None, else one more than the number: how players that may be nobody are kept."""
    return 0 if value is None else value + 1


def pack(game):
    """The bytes of a game, which has the attributes of `game_reader.FinishedGame`. Raises ValueError for a word
    that is none of the format's."""
    from lightpeg.store.variant_codec import pack as pack_variant

    out = bytearray()
    out.append(VERSION)
    put_number(out, game.seq)
    flags = WHO.index(game.who) | game.codemaker << 2 | game.over << 3 | code_of(game.leader) << 4
    for player in (0, 1):
        if game.secrets[player] is not None:
            flags |= 64 << player
    out.append(flags)
    out.append(game.games - 1 << 4 | game.number)
    out.append(game.level << 4 | RESULTS.index(game.result))
    out.append(code_of(game.winner) << 4 | (0 if game.reason is None else REASONS.index(game.reason) + 1))
    out.append(game.points[0] << 4 | game.points[1])
    out.append(len(game.rows[0]) << 4 | len(game.rows[1]))
    put_number(out, game.seq - game.match_id)
    put_number(out, game.start)
    put_number(out, game.seconds)
    for total in game.totals:
        put_number(out, total)
    pack_variant(out, game.variant)
    for name in game.names:
        put_text(out, name, LONGEST_PLAYER)
    for secret in game.secrets:
        if secret is not None:
            put_nibbles(out, secret)
    for rows in game.rows:
        for guess, black, white, ms in rows:
            put_nibbles(out, tuple(guess) + (black, white))
            put_number(out, ms)
    return bytes(out)


def seq_of(record):
    """The sequence number in a game's bytes, whatever their version; 0 where they are too short for one."""
    number = 0
    for at in range(1, min(len(record), 10)):
        number |= (record[at] & 127) << 7 * (at - 1)
        if record[at] < 128:
            return number
    return 0
