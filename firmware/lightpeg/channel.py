"""The channel to the computer: frames in and out, and what happens on the board to those who asked for it.

The board never waits for a computer: what does not fit into the channel now is kept for a later turn, and nothing is
read while something is kept.
"""

from lightpeg.link.frame import Reader, encode


class Channel:
    """`link` is the hardware's, `server` a `link.server.Server` that answers, `session` what is played and shown."""

    def __init__(self, link, server, session):
        self._link = link
        self._server = server
        self._session = session
        self._reader = Reader()
        self._outgoing = b""
        self._connected = False
        self._live = None

    def subscribe(self, events, pixels):
        """What the desk is asked for by `live`."""
        self._live = None
        if events or pixels:
            from lightpeg.link.live import Live

            session = self._session
            self._live = Live(events, pixels, session.frame, session.secret_lines)
        return {}

    def drawn(self):
        """The panel's picture is a new one."""
        if self._live is not None:
            self._live.drawn(self._session.secret_lines)

    def turn(self):
        """Serves the channel for one turn of the loop."""
        link = self._link
        if not link.connected:
            # What the one who left began, wherever it is held, is not the beginning of what the next one says.
            if link.read_available() or self._connected:
                self._connected = False
                self._outgoing = b""
                self._live = None
                self._reader.reset()
            return
        self._connected = True
        if self._outgoing:
            self._outgoing = self._outgoing[link.write(self._outgoing) :]
            return
        reader = self._reader
        if not reader.waiting:
            data = link.read_available()
            if data:
                reader.take(data)
        self._outgoing = self._server.serve(reader)
        if self._live is not None and not self._outgoing:
            told = self._live.next(self._session.match)
            if told is not None:
                try:
                    self._outgoing = encode(told)
                except (ValueError, MemoryError):
                    # One message less; the board plays on.
                    pass
