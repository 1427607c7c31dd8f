"""Buttons: what a finger means, whatever the contacts do."""

from hypothesis import given
from hypothesis import strategies as st

from lightpeg.ui.buttons import COUNT, DOWN, LEFT, MENU, OK, OK_HELD, RIGHT, SCREEN, SCREEN_UP, UP, Buttons

STEPPERS = (LEFT, RIGHT, UP, DOWN)


def played(script, until=None, buttons=None):
    """The intentions of a script of (time, button, is_down), looked at every 5 ms as the loop does: (time, what)."""
    buttons = buttons or Buttons()
    script = sorted(script, key=lambda edge: edge[0])
    end = until if until is not None else (script[-1][0] if script else 0) + 200
    found = []
    for now in range(end + 1):
        while script and script[0][0] == now:
            _, button, is_down = script.pop(0)
            intention = buttons.down(button, now) if is_down else buttons.up(button, now)
            if intention is not None:
                found.append((now, intention))
        if now % 5 == 0:
            intention = buttons.tick(now)
            while intention is not None:
                found.append((now, intention))
                intention = buttons.tick(now)
    return found


def press(button, start, length):
    return [(start, button, True), (start + length, button, False)]


def bouncing(button, start, length):
    """A press whose contact chatters for 25 ms at both ends, no two edges 30 ms apart."""
    down = [(start + t, button, n % 2 == 0) for n, t in enumerate((0, 3, 9, 11, 25))]
    up = [(start + length + t, button, n % 2 == 1) for n, t in enumerate((0, 2, 12, 17, 24))]
    return down + up


def only_what(found):
    return [what for _, what in found]


def test_a_step_acts_at_once_and_ok_and_menu_on_release():
    assert played(press(LEFT, 100, 80)) == [(100, LEFT)]
    assert played(press(OK, 100, 80)) == [(210, OK)], "at 180, and 30 ms to be sure that it is no bounce"
    assert played(press(MENU, 100, 80)) == [(210, MENU)]


def test_repeats_begin_after_400_ms_and_come_every_150():
    found = played(press(UP, 0, 990))
    assert found == [(0, UP), (400, UP), (550, UP), (700, UP), (850, UP)]


def test_a_held_ok_fills_at_600_ms_and_submits_nothing():
    assert played(press(OK, 0, 2000)) == [(600, OK_HELD)]
    assert only_what(played(press(OK, 0, 599))) == [OK]
    assert played(press(MENU, 0, 2000)) == [(2030, MENU)], "MENU has no second meaning"


def test_a_chattering_contact_is_one_press():
    for button in (*STEPPERS, OK, MENU):
        assert only_what(played(bouncing(button, 50, 120))) == [button]


def test_a_chattering_contact_still_repeats():
    assert played(bouncing(DOWN, 0, 720)) == [(0, DOWN), (400, DOWN), (550, DOWN), (700, DOWN)]


def test_a_chattering_contact_still_holds_ok():
    assert only_what(played(bouncing(OK, 0, 900))) == [OK_HELD]


def test_a_dropout_shorter_than_30_ms_does_not_end_a_hold():
    found = played([(0, OK, True), (580, OK, False), (605, OK, True), (900, OK, False)])
    assert found == [(605, OK_HELD)]
    assert only_what(played([(0, OK, True), (300, OK, False), (329, OK, True), (400, OK, False)])) == [OK]
    assert only_what(played([(0, OK, True), (300, OK, False), (330, OK, True), (400, OK, False)])) == [OK, OK]


def test_the_screen_acts_at_both_edges_and_does_not_flicker():
    assert played(press(SCREEN, 100, 500)) == [(100, SCREEN), (630, SCREEN_UP)]
    assert played(bouncing(SCREEN, 100, 500)) == [(100, SCREEN), (655, SCREEN_UP)]


def test_keys_together_are_neither_ok_nor_menu():
    for other in (*STEPPERS, SCREEN):
        for button in (OK, MENU):
            for lag in (0, 1, 30, 59):
                first = played(press(button, 100, 150) + press(other, 100 + lag, 150))
                assert button not in only_what(first), (button, other, lag)
                last = played(press(other, 100, 150) + press(button, 100 + lag, 150))
                assert button not in only_what(last), (button, other, lag)
    assert played(press(OK, 0, 100) + press(MENU, 20, 100)) == []
    assert played(press(MENU, 0, 100) + press(OK, 20, 100)) == []


def test_two_taps_within_60_ms_count_as_together():
    assert played(press(OK, 0, 15) + press(LEFT, 45, 15)) == []


def test_rolling_from_one_key_to_the_next_keeps_both():
    assert only_what(played(press(LEFT, 0, 200) + press(RIGHT, 120, 200))) == [LEFT, RIGHT]
    assert only_what(played(press(UP, 0, 150) + press(OK, 100, 150))) == [UP, OK]
    assert only_what(played(press(OK, 0, 100) + press(LEFT, 110, 100))) == [OK, LEFT], "OK first, as it was pressed"


def test_a_key_slipped_onto_ok_undoes_it():
    assert played(press(OK, 0, 500) + press(UP, 200, 100)) == []


def test_a_new_key_ends_the_repeats_of_the_old_one():
    found = played(press(LEFT, 0, 2000) + press(RIGHT, 500, 100))
    assert found == [(0, LEFT), (400, LEFT), (500, RIGHT)]


def test_a_stuck_key_leaves_the_others_working():
    for stuck in range(COUNT):
        script = [(0, stuck, True)]
        for n in range(4):
            for at, button in enumerate((OK, LEFT, MENU, SCREEN)):
                if button != stuck:
                    script += press(button, 1000 + 1000 * n + 200 * at, 100)
        found = played(script, 6000)
        wanted = {OK, LEFT, MENU, SCREEN} - {stuck}
        late = [what for at, what in found if at >= 2000]
        assert wanted <= set(late), stuck
        for button in wanted:
            assert late.count(button) == 3, (stuck, button)


def test_a_key_whose_release_was_lost_is_up():
    for button in (*STEPPERS, OK, MENU):
        buttons = Buttons()
        buttons.down(button, 0)
        assert buttons.forget() is None
        assert not buttons.held(button)
        assert buttons.tick(5000) is None, "neither a repeat nor a long press, and no press of a key slipped over"
        assert only_what(played(press(button, 5100, 80), buttons=buttons)) == [button]


def test_when_edges_are_lost_the_screen_covers_and_what_was_due_stays():
    buttons = Buttons()
    buttons.down(OK, 0)
    buttons.up(OK, 100)
    assert buttons.down(SCREEN, 200) == OK
    assert buttons.forget() == SCREEN
    assert buttons.tick(200) == SCREEN_UP
    assert buttons.tick(5000) is None
    assert buttons.forget() is None, "the screen is down already"


def test_after_a_stall_of_the_loop_there_is_one_repeat_not_a_burst():
    buttons = Buttons()
    assert buttons.down(UP, 0) == UP
    assert buttons.tick(3000) == UP
    assert buttons.tick(3000) is None
    assert buttons.tick(3149) is None
    assert buttons.tick(3150) == UP


def test_edges_that_piled_up_in_a_stall_come_in_order():
    buttons = Buttons()
    assert buttons.down(OK, 0) is None
    assert buttons.up(OK, 100) is None
    assert buttons.down(LEFT, 200) == OK
    assert buttons.tick(200) == LEFT
    assert buttons.tick(200) is None


def test_what_happened_in_a_stall_counts_as_it_happened():
    """Edges come late, each with its own time: as many presses, and as long ones, as a loop that runs would see."""
    for script, wanted in (
        (press(UP, 0, 80) + press(UP, 200, 80), [UP, UP]),
        (press(DOWN, 0, 80) + press(OK, 200, 80), [DOWN, OK]),
        (press(OK, 0, 700), [OK_HELD]),
        (press(OK, 0, 700) + press(LEFT, 800, 80), [OK_HELD, LEFT]),
        (press(OK, 0, 80) + press(LEFT, 50, 80), []),
        (bouncing(MENU, 0, 80) + bouncing(OK, 200, 80), [MENU, OK]),
    ):
        buttons = Buttons()
        found = [(buttons.down if down else buttons.up)(button, now) for now, button, down in script]
        found += [buttons.tick(2000) for _ in range(4)]
        assert [what for what in found if what is not None] == wanted


EDGES = st.lists(st.tuples(st.integers(0, 700), st.integers(0, COUNT - 1), st.booleans()), max_size=40)


def debounced_presses(script, button):
    """Presses of a button as an observer counts them who takes gaps under 30 ms for bounce."""
    presses, is_down, up_at = 0, False, -1000
    for now, which, down in script:
        if which != button:
            continue
        if down and not is_down:
            presses += now - up_at >= 30
            is_down = True
        elif not down and is_down:
            is_down, up_at = False, now
    return presses


@given(EDGES)
def test_nothing_is_ever_invented(gaps):
    """Any edges, in any order: no error, and of each button no more than what was pressed."""
    now, script = 0, []
    for gap, button, is_down in gaps:
        now += gap
        script.append((now, button, is_down))
    found = only_what(played(list(script), now + 100))
    assert found.count(OK) + found.count(OK_HELD) <= debounced_presses(script, OK)
    assert found.count(MENU) <= debounced_presses(script, MENU)
    assert found.count(SCREEN) == debounced_presses(script, SCREEN)
    assert found.count(SCREEN) - found.count(SCREEN_UP) in (0, 1)


@given(st.lists(st.integers(0, 29), max_size=60), st.integers(0, COUNT - 1))
def test_bounce_never_repeats_a_press(gaps, button):
    """However long a contact chatters with gaps under 30 ms: one press, with no more repeats than its length allows."""
    now, script = 0, [(0, button, True)]
    for gap in gaps:
        now += gap
        script.append((now, button, not script[-1][2]))
    found = only_what(played(script, now + 100))
    repeats = 0 if button in (OK, MENU, SCREEN) or now + 100 < 400 else 1 + (now + 100 - 400) // 150
    assert found.count(button) <= 1 + repeats
    assert found.count(OK_HELD) <= (button == OK)


@given(st.lists(st.integers(0, 29), max_size=12), st.integers(0, COUNT - 1))
def test_every_press_that_ends_counts_once(gaps, button):
    now, script = 0, [(0, button, True)]
    for gap in gaps:
        now += gap
        script.append((now, button, not script[-1][2]))
    if script[-1][2]:
        script.append((now + 10, button, False))
    wanted = [SCREEN, SCREEN_UP] if button == SCREEN else [button]
    assert only_what(played(script, script[-1][0] + 100)) == wanted
