#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <wchar.h>

int cncurses_colors(void) { return terminal.colors; }

void cncurses_erase(void) { werase(stdscr); }

// Writing the last cell of the screen returns ERR, because the cursor cannot advance, and drops the
// combining marks of that cell. So the caller writes a letter and its marks in one call there.
static int count_before_marked_end(int row, const wchar_t *scalars, int count) {
    int head = count;
    if (row != getmaxy(stdscr) - 1) return head;
    while (head > 0 && wcwidth(scalars[head - 1]) == 0) head--;
    return head == count || head == 0 ? count : head - 1;
}

// A wchar_t is a Unicode scalar here, as on every Linux.
void cncurses_put(
    int row, int column, const uint32_t *scalars, int count, unsigned attributes, int foreground,
    int background) {
    attr_t look = A_NORMAL;
    if (attributes & cncurses_bold) look |= A_BOLD;
    if (attributes & cncurses_dim) look |= A_DIM;
    if (attributes & cncurses_underline) look |= A_UNDERLINE;
    if (attributes & cncurses_reverse) look |= A_REVERSE;
    if (attributes & cncurses_italic) look |= A_ITALIC;
    int pair = pairs_get(foreground, background);
    wattr_set(stdscr, look, 0, &pair);
    const wchar_t *text = (const wchar_t *)scalars;
    int head = count_before_marked_end(row, text, count);
    wmove(stdscr, row, column);
    if (head > 0) (void)waddnwstr(stdscr, text, head);
    if (head == count) return;
    wchar_t end[CCHARW_MAX + 1] = {0};
    for (int i = 0; i < CCHARW_MAX && head + i < count; i++) end[i] = text[head + i];
    cchar_t cell;
    if (setcchar(&cell, end, look, 0, &pair) == OK) (void)wadd_wch(stdscr, &cell);
}

// ncurses 6.4 writes after every cursor move, dozens of times for one frame, so a terminal can show
// incomplete frames. So this collects the frame in memory and writes it in one piece, which is also
// several times faster. Meanwhile nothing here may query the settings of the terminal.
static void update(bool shows_cursor) {
    bool is_gathered =
        terminal.frame >= 0 && dup3(terminal.frame, terminal.drawing, O_CLOEXEC) >= 0;
    curs_set(shows_cursor ? 1 : 0);
    doupdate();
    if (!is_gathered) return;
    dup3(terminal.output, terminal.drawing, O_CLOEXEC);
    static char bytes[16 * 1024];
    off_t end = lseek(terminal.frame, 0, SEEK_CUR);
    for (off_t at = 0; at < end;) {
        ssize_t got = pread(
            terminal.frame, bytes,
            end - at < (off_t)sizeof bytes ? (size_t)(end - at) : sizeof bytes, at);
        if (got <= 0 || !cncurses_write(bytes, (size_t)got)) break;
        at += got;
    }
    lseek(terminal.frame, 0, SEEK_SET);
}

void cncurses_show(int cursor_row, int cursor_column) {
    bool is_visible = cursor_row >= 0;
    wmove(stdscr, is_visible ? cursor_row : getmaxy(stdscr) - 1, is_visible ? cursor_column : 0);
    wnoutrefresh(stdscr);
    update(is_visible);
}

void cncurses_redraw(void) { clearok(curscr, TRUE); }

void cncurses_bell(void) { beep(); }

bool cncurses_write(const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(terminal.output, bytes, count);
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return true;
}

int cncurses_read_row(int row, uint32_t *scalars, int limit) {
    return mvwinnwstr(stdscr, row, 0, (wchar_t *)scalars, limit);
}

void cncurses_read_style(
    int row, int column, unsigned *attributes, int *foreground, int *background) {
    cchar_t cell;
    wchar_t text[CCHARW_MAX + 1];
    attr_t look = A_NORMAL;
    short short_pair = 0;
    int pair = 0;
    mvwin_wch(stdscr, row, column, &cell);
    getcchar(&cell, text, &look, &short_pair, &pair);
    *attributes = (look & A_BOLD ? cncurses_bold : 0) | (look & A_DIM ? cncurses_dim : 0)
        | (look & A_UNDERLINE ? cncurses_underline : 0)
        | (look & A_REVERSE ? cncurses_reverse : 0) | (look & A_ITALIC ? cncurses_italic : 0);
    *foreground = *background = -1;
    if (pair > 0) extended_pair_content(pair, foreground, background);
}
