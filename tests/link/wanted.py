"""Fields with which each request is done by a `FakeDesk` that has an uploaded variant "mine" and a table "old"."""

FIELDS = {
    "hello": {},
    "time": {"epoch": 1767225600},
    "status": {},
    "games": {"since": 0},
    "ack": {"seq": 1},
    "variants": {"from": 0},
    "variant": {"key": "mine"},
    "variant_put": {"key": "my-3", "variant": {"name": "Mine", "holes": 3, "colours": 5}},
    "variant_remove": {"key": "mine"},
    "players": {},
    "players_put": {"players": ["Ada", "", "", "", "José", "", "", ""]},
    "settings": {},
    "settings_put": {"settings": {"games": 4, "variant": "arms"}},
    "tables": {},
    # CRC-32 of "123456789" is CBF43926.
    "table_put": {"name": "new", "size": 9, "crc": 0xCBF43926, "at": 0, "data": "MTIzNDU2Nzg5"},
    "table_remove": {"name": "old"},
    "live": {"events": True, "pixels": False},
    "match": {"key": "arms", "who": "screen", "games": 2, "first": 1, "rows": 9, "players": [1, 2]},
    "identify": {},
    "inputs": {},
    "bootloader": {},
    "maintenance": {},
}
