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

// Key codes for define_key, well above the codes of ncurses.
#define KEY_PASTE_BEGIN 2000
#define KEY_PASTE_END 2001
#define KEY_MOUSE_BEGIN 2002

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
// Reports button presses, drags and the wheel, in the SGR format, which has no limit on columns.
// With Shift, terminals handle the mouse themselves.
#define MOUSE_ON "\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l"

struct terminal {
    SCREEN *screen;
    // A pad for reading keys: reading from stdscr would refresh it.
    WINDOW *keys;
    FILE *input_file;
    FILE *drawing_file;
    int input;
    int output;
    // ncurses writes to `drawing`: a copy of `output`, or of `frame` while that collects a frame.
    int drawing;
    int frame;
    bool has_terminal;
    // The number of available colors: 0, 8, 16, 256, or 1 << 24.
    int colors;
    bool has_mouse;
    // True while another program or the shell uses the screen.
    bool is_left;
    int paste_milliseconds;
    size_t paste_limit;
    // The original terminal settings, and the escape sequences that restore the terminal after a
    // crash.
    struct termios saved;
    char restore[256];
    size_t restore_length;
};

extern struct terminal terminal;

// terminfo.c
cncurses_status terminfo_check(const char *term, int output);
// Prepares the escape sequences that restore the terminal: a signal handler must not query
// terminfo.
void terminfo_prepare_restore(void);

// pairs.c
void pairs_start(bool wants_color);
// The pair of two colors. A negative color is the default color of the terminal.
int pairs_get(int foreground, int background);

// signals.c
bool signals_open_pipe(void);
void signals_install(void);
void signals_uninstall(void);
// Lets Ctrl-C, Ctrl-\ and Ctrl-Z affect only the child program while it uses the screen.
void signals_for_child(bool has_child);
bool signals_can_stop(void);
void signals_stop(void);
bool signals_pending(void);
int signals_descriptor(void);

// errors.c
void errors_capture(void);
void errors_replay(void);

#endif
