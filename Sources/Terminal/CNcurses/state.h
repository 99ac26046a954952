#ifndef STATE_H
#define STATE_H

#define _GNU_SOURCE
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#if __has_include(<ncursesw/ncurses.h>)
#include <ncursesw/ncurses.h>
#else
#include <ncurses.h>
#endif

#include <stdio.h>
#include <termios.h>

#include "CNcurses.h"

// ncurses knows these two key codes by define_key; its own end far below.
#define KEY_PASTE_BEGIN 2000
#define KEY_PASTE_END 2001
#define KEY_MOUSE_BEGIN 2002

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
// Presses and the wheel, as numbers without a limit. Terminals leave Shift to themselves.
#define MOUSE_ON "\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l"

struct terminal {
    SCREEN *screen;
    // Keys are read from a pad: reading from the screen's own window would draw it.
    WINDOW *keys;
    FILE *input_file;
    FILE *drawing_file;
    int input;
    int output;
    // Where ncurses writes: the output, and a file in memory while a frame is gathered there.
    int drawing;
    int frame;
    bool has_terminal;
    // How many colors can be put: 0, 8, 16, 256, or 1 << 24.
    int colors;
    bool has_mouse;
    // True while another program has the screen, or the shell.
    bool is_left;
    int paste_milliseconds;
    size_t paste_limit;
    // The terminal's settings from before, and what makes it sane again after a crash.
    struct termios saved;
    char restore[256];
    size_t restore_length;
};

extern struct terminal terminal;

// terminfo.c
cncurses_status terminfo_check(const char *term, int output);
// Composes what makes the terminal sane again, for a moment when nothing may be asked.
void terminfo_prepare_restore(void);

// pairs.c
void pairs_start(bool wants_color);
// The pair of two colors, each less than zero for the terminal's own.
int pairs_get(int foreground, int background);

// signals.c
bool signals_open_pipe(void);
void signals_install(void);
void signals_uninstall(void);
// Lets the keys Ctrl-C, Ctrl-\ and Ctrl-Z mean a child program while it has the screen.
void signals_for_child(bool has_child);
bool signals_can_stop(void);
void signals_stop(void);
bool signals_pending(void);
int signals_descriptor(void);

// errors.c
void errors_capture(void);
void errors_replay(void);

#endif
