"""The games of many boards in one database: SQLite on this computer, or PostgreSQL for a club.

- `opening`: from what the user named to an open database, brought to this version's schema
- `models`: the tables; `migrations`: how an older database becomes one of them
- `recording`: a record as the board packed it becomes rows of the tables
- `dates`: when a game was played, or within which range it must have been
- `sync`: each game of a board into the database exactly once
- `played`, `stats`, `history`: what is asked of it; `period`: a period as a person writes it
- `export`, `importing`: out of one database and into another
"""
