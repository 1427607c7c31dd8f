"""The rules: codes, feedback, games, matches, duels and clocks. Pure: no hardware, no files, no time."""
