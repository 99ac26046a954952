"""Draws changing screens as one animated SVG, which repeats. It draws each distinct row once, and
shows it while a screen has that row."""

from xml.sax.saxutils import escape

from terminal_svg import BAR, CELL, COLORS, FONT, FOREGROUND, LINE, MARGIN, SIZE
from terminal_svg import Style, draw_run, screen_background, styled_runs

GAP = 16


class Film:
    """Frames with terminals side by side. Each frame has a duration."""

    def __init__(self, titles, columns, rows):
        self.titles, self.columns, self.rows = titles, columns, rows
        self.frames = []

    def add(self, screens, seconds):
        """Adds a frame. If the screens have not changed, extends the last frame."""
        self.background = screen_background(screens[0])
        rows = [tuple(self.draw_rows(screen)) for screen in screens]
        if self.frames and self.frames[-1][0] == rows:
            self.frames[-1][1] += seconds
        else:
            self.frames.append([rows, seconds])

    def draw_rows(self, screen):
        """Draws the rows of a captured screen as SVG, each at the origin."""
        style = Style()
        lines = screen.split("\n")[:self.rows]
        for line in lines + [""] * (self.rows - len(lines)):
            yield "".join(
                element for column, cells, text in styled_runs(line, style)
                for element in draw_run(column * CELL, 0, cells, text, style, self.background))

    def svg(self, title, still_frame):
        """Yields the lines of the picture. Without animation, viewers show frame `still_frame`."""
        width = self.columns * CELL + 2 * MARGIN
        height = self.rows * LINE + BAR + MARGIN
        total_width = len(self.titles) * (width + GAP) - GAP
        yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total_width:.0f} {height}" '
               f'font-family="{FONT}" font-size="{SIZE}" fill="{FOREGROUND}" xml:space="preserve" '
               'style="white-space: pre">')
        yield f"<title>{escape(title)}</title>"
        for side, name in enumerate(self.titles):
            yield f'<g transform="translate({side * (width + GAP):.0f} 0)">'
            yield f'<rect width="{width:.0f}" height="{height}" rx="8" fill="{self.background}"/>'
            for index, color in enumerate([COLORS[1], COLORS[3], COLORS[2]]):
                yield f'<circle cx="{MARGIN + 6 + index * 20}" cy="15" r="6" fill="{color}"/>'
            yield (f'<text x="{width / 2:.0f}" y="20" text-anchor="middle" opacity="0.7">'
                   f"{escape(name)}</text>")
            for row in range(self.rows):
                yield from self.animated_row(side, row, still_frame)
            yield "</g>"
        yield "</svg>"

    def animated_row(self, side, row, still_frame):
        versions = {}
        for number, (screens, _) in enumerate(self.frames):
            versions.setdefault(screens[side][row], set()).add(number)
        for drawn, numbers in versions.items():
            if not drawn:
                continue
            position = f'transform="translate({MARGIN} {BAR + row * LINE})"'
            if len(numbers) == len(self.frames):
                yield f"<g {position}>{drawn}</g>"
                continue
            hidden = "" if still_frame in numbers else ' display="none"'
            yield f"<g {position}{hidden}>{drawn}{self.animation(numbers)}</g>"

    def animation(self, numbers):
        """Shows the enclosing element only during the frames with these numbers."""
        duration = sum(seconds for _, seconds in self.frames)
        values, times, start = [], [], 0
        for number, (_, seconds) in enumerate(self.frames):
            value = "inline" if number in numbers else "none"
            if not values or values[-1] != value:
                values.append(value)
                times.append(f"{start / duration:.4f}".rstrip("0").rstrip("."))
            start += seconds
        return (f'<animate attributeName="display" dur="{duration:.1f}s" repeatCount="indefinite" '
                f'calcMode="discrete" values="{";".join(values)}" keyTimes="{";".join(times)}"/>')

