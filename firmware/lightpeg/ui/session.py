"""The board's whole conversation with its players: menus, games, points. Pure: intentions, readings and times in, a
picture, tones and choices to keep out."""

import gc

from lightpeg.ui.frame import Frame
from lightpeg.ui.settings import BRIGHTNESS, CLOCKS, WHO
from lightpeg.ui.sounds import Player

# The board begins to tell when it has room for fewer games than this.
LITTLE_ROOM = 100

# Milliseconds between two pictures: about 30 a second.
FRAME = 33


class Nothing:
    """A screen on which what was there before stays for a moment."""

    uses_arms = False

    def enter(self, now):
        pass

    def press(self, intention, now):
        pass

    def tick(self, now):
        return False

    def draw(self, frame, now):
        pass


class Session:
    """`settings` are the last choices; `variants` is a list of (key, name, Variant or None, faults) to choose from;
    `random_bytes(n)` returns n bytes nobody can foresee. `kept` is what the board keeps its games in: `room()`
    tells how many more fit, `full` that none does, `allow_overwrite()` lets the oldest go, `names` are those of its
    players. `choices_changed` is set when settings are worth keeping."""

    def __init__(self, width, height, settings, variants, random_bytes, kept):
        self.width = width
        self.height = height
        self.settings = settings
        self.variants = variants
        self.random_bytes = random_bytes
        self.kept = kept
        self.frame = Frame(width, height)
        self.match = None
        self.choices_changed = False
        # A last choice that is not among the variants is kept until all of them have been read.
        self.variants_read = False
        self.screen = None
        self._red = 0
        self._white = 0
        self._play = None
        self._player = Player()
        self._dirty = True
        self._next_frame = 0
        # Decides what is in memory, see `loader`; None where there is enough of it.
        self.loader = None
        self._starting = None
        self._home = None
        self._to_menu(0)

    # What screens ask for.

    @property
    def left_handed(self):
        return bool(self.settings.left_handed)

    @property
    def brightness(self):
        """Part of full light, 0.0 to 1.0."""
        return BRIGHTNESS[self.settings.brightness]

    def look(self, variant):
        from lightpeg.ui.draw import Look

        return Look(variant, self.settings.palette, self.settings.names)

    def layout(self, variant):
        """The layout of a single game, in the middle of a wide panel."""
        from lightpeg.ui.layout import FIELD, Layout

        return Layout(variant, (self.width - FIELD) // 2, self.left_handed, self.height)

    def clock_full(self, variant):
        """The milliseconds that fill the clock's bar: its limit."""
        return variant.clock[2] * 1000

    def sound(self, tune, now):
        if self.settings.sound:
            self._player.play(tune, now)

    def show(self, screen, now):
        """Brings a screen to the front."""
        self.screen = screen
        screen.enter(now)
        self._dirty = True

    # What the loop brings.

    def all_variants_read(self, now):
        """Every variant a person put on the drive is in `variants` now."""
        self.variants_read = True
        if self.in_menu:
            self.show(self.screen, now)
            self._home.variants_read(now)

    def press(self, intention, now):
        self.screen.press(intention, now)
        # What a press changes is drawn at once.
        self._dirty = True
        self._next_frame = now

    def arms(self, red, white, now):
        """Raw slider readings, 0..65535."""
        self._red = red
        self._white = white
        if self.screen.uses_arms:
            self.screen.arms(red, white, now)

    @property
    def uses_arms(self):
        return self.screen.uses_arms

    def tick(self, now):
        """Lets time pass; returns whether `frame` was drawn anew. At most one picture every FRAME milliseconds."""
        if self._starting is not None:
            self._start(now)
        play = self._play
        # A game's clock runs on behind the pause menu.
        if play is not None and play is not self.screen and play.overtaken(now):
            self.show(play, now)
        if self.screen.tick(now):
            self._dirty = True
        if not self._dirty or now < self._next_frame:
            return False
        self._dirty = False
        self._next_frame = now + FRAME
        self.screen.draw(self.frame, now)
        return True

    def hertz(self, now):
        """What the buzzer sounds now; 0 is silence."""
        return self._player.tick(now)

    @property
    def secret_lines(self):
        """How many lines of the picture, from the far side, show what not everybody may see."""
        play = self._play
        return play.secret_lines if play is not None and play is self.screen else 0

    @property
    def playing(self):
        """Whether the board of a game is in front."""
        return self.screen is self._play

    @property
    def in_menu(self):
        """Whether nothing is going on: no match, no message, only the menu."""
        return self._home is not None and self.screen is self._home.menu

    # What a computer asks for, and what was going on when the power went. Only while `in_menu`.

    def menu_changed(self, now):
        """The variants, the choices or the players' names are others than before."""
        if self.in_menu:
            self.show(self.screen, now)

    def tell(self, title, text, now, on_ok=None):
        """A page with a short title and a running text. OK does `on_ok` or leads to the menu; MENU leads there."""
        from lightpeg.ui.messages import Message
        from lightpeg.ui.palettes import WAIT

        self.show(Message(self, title, text, WAIT, on_ok or self._to_menu, self._to_menu), now)

    def prepare(self, now):
        """Asks whether to begin the match of the choices, which a computer has set."""
        text = "FROM THE COMPUTER: " + self._home.summary()
        self.tell("PLAY", text, now, self._home.start)

    def ask_resume(self, go_on, drop, now):
        """Asks whether to go on with the match that was running when the power went."""
        from lightpeg.ui.pause import Resume

        self.show(Resume(self, go_on, drop).menu, now)

    def resume(self, match, now):
        """Goes on with a match as it was."""
        from lightpeg.core.game import SECRET

        self.match = match
        game = match.game
        if game.phase == SECRET and match.who != "duel":
            self._begin_game(now)
            return
        if match.who == "duel":
            from lightpeg.ui.duel_play import DuelScreen

            self._play = DuelScreen(self, match, now)
            if game.phase == SECRET:
                self.ask_secret(game.mover, now)
                return
        else:
            from lightpeg.ui.play import PlayScreen

            self._play = PlayScreen(self, match, now)
        self.show(self._play, now)
        self._play.tell_turn(now)

    # The course of a match.

    def start_match(self, variant, now):
        """Begins a match with the choices of the settings. Where memory is short the menu gives way to it, which it
        can when nothing of it runs."""
        self._starting = variant
        if self.loader is None or not self.loader.crowded:
            self._start(now)
        else:
            self._home = None
            self.screen = Nothing()

    def _start(self, now):
        if self._home is None:
            self.loader.match_begins(WHO[self.settings.who])
        from lightpeg.core.match import Match
        from lightpeg.ui.layout import max_holes

        variant, self._starting = self._starting, None
        settings = self.settings
        clock = CLOCKS[settings.clock][1]
        if clock is not None:
            variant = variant.with_options()
            variant.clock = clock
        self.choices_changed = True
        who = WHO[settings.who]
        longest = max_holes(variant, self.width, self.height) if variant.growth else variant.holes
        self.match = Match(variant, who, settings.games, settings.first, longest)
        self.match.names = (self._name(settings.player1), self._name(settings.player2) if who != "board" else "")
        self._begin_game(now)

    def ask_secret(self, player, now):
        """Asks `player` to hide a code while the other looks away."""
        from lightpeg.ui.messages import Message
        from lightpeg.ui.palettes import PLAYERS

        text = "P%d HIDES A CODE, P%d LOOKS AWAY" % (player + 1, 2 - player)
        page = Message(self, "P%d" % (player + 1), text, PLAYERS[player], self._to_play, self.pause)
        self.show(page, now)

    def pause(self, now):
        """The menu of a match; OK on its first field goes on."""
        from lightpeg.ui.pause import Pause

        self.show(Pause(self, self.screen, self._play).menu, now)

    def end_match(self, now):
        self.match = None
        self._play = None
        gc.collect()
        room = self.kept.room()
        if room < LITTLE_ROOM:
            self.tell("%d" % room, "MORE GAMES HAVE ROOM: LET A COMPUTER TAKE THEM", now)
        else:
            self._to_menu(now)

    def after_game(self, now):
        """Books the game that just ended and shows the points and what comes next."""
        from lightpeg.core.match import FINISHED
        from lightpeg.ui.messages import Score
        from lightpeg.ui.words import outcome

        match = self.match
        what = match.settle()
        text = outcome(match, what)
        if what == FINISHED:
            page = Score(self, match, text, self.end_match, self.end_match)
        else:
            page = Score(self, match, text, self._begin_game, self.pause)
        self.show(page, now)

    def _begin_game(self, now):
        gc.collect()
        if self.kept.full:
            self._ask_room(now)
            return
        match = self.match
        if match.who == "duel":
            from lightpeg.ui.duel_play import DuelScreen

            self._play = DuelScreen(self, match, now)
            self.ask_secret(match.game.mover, now)
            return
        from lightpeg.ui.play import PlayScreen

        if match.who == "paper":
            from lightpeg.ui.messages import Message
            from lightpeg.ui.palettes import PLAYERS

            maker = match.codemaker
            text = "P%d WRITES A CODE ON PAPER, P%d GUESSES" % (maker + 1, 2 - maker)
            self._play = None
            self.show(Message(self, "P%d" % (maker + 1), text, PLAYERS[maker], self._play_paper, self.pause), now)
            return
        self._play = PlayScreen(self, match, now)
        if match.who == "screen":
            self.ask_secret(match.codemaker, now)
        else:
            self.show(self._play, now)

    def _play_paper(self, now):
        from lightpeg.ui.play import PlayScreen

        self._play = PlayScreen(self, self.match, now)
        self.show(self._play, now)
        self._play.tell_turn(now)

    def _ask_room(self, now):
        """No game has room any more: what no computer has taken goes only with a player's yes."""
        from lightpeg.ui.messages import Message
        from lightpeg.ui.palettes import BAD

        def make_room(now):
            self.kept.allow_overwrite()
            if self.kept.full:
                self.tell("FULL", "NO ROOM FOR A GAME: RUN LIGHTPEG DOCTOR", now, self.end_match)
            else:
                self._begin_game(now)

        text = "NO COMPUTER HAS THE OLDEST GAMES. OK: THEY GO. MENU: KEEP THEM."
        self.show(Message(self, "FULL", text, BAD, make_room, self.end_match), now)

    def _name(self, slot):
        names = self.kept.names
        return names[slot - 1] if 0 < slot <= len(names) else ""

    def _to_menu(self, now):
        if self._home is None:
            if self.loader is not None:
                self.loader.match_ends()
            from lightpeg.ui.home import Home

            self._home = Home(self)
        self.show(self._home.menu, now)

    def _to_play(self, now):
        self.show(self._play, now)
