"""A line of text that runs over the panel."""

from lightpeg.ui.frame import text_width

# Milliseconds a column of the running text stays; slow enough to read.
STEP = 75
GAP = 8


class Banner:
    """Text that stands still where it fits into `width` columns, and runs, again and again, where it does not."""

    def __init__(self, text, width, now, colour):
        self.text = text
        self.colour = colour
        self.width = width
        self._since = now
        self._length = text_width(text)
        self.runs = self._length > width
        self._shown = None

    def offset(self, now):
        """Columns from the left edge to the text's first pixel."""
        if not self.runs:
            return (self.width - self._length) // 2
        # It starts with its first letters in view, so that a short look is enough.
        step = (now - self._since) // STEP
        lead = 10
        if step < lead:
            return 0
        return -((step - lead) % (self._length + GAP))

    def changed(self, now):
        """Whether the picture differs from the one last drawn."""
        return self.offset(now) != self._shown

    def draw(self, frame, x, y, now):
        offset = self.offset(now)
        self._shown = offset
        frame.text(x + offset, y, self.text, self.colour)
        if self.runs:
            frame.text(x + offset + self._length + GAP, y, self.text, self.colour)
