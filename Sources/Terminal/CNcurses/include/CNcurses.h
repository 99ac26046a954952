#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A C wrapper that makes ncurses usable from Swift. ncurses keeps its state in global variables and
// macros, which Swift cannot import safely, so this header does not include its headers.
//
// Only one terminal can be open at a time. Call all functions from one thread, except
// cncurses_wake.

typedef enum {
    cncurses_opened,
    cncurses_input_is_no_terminal,
    cncurses_output_is_no_terminal,
    cncurses_term_is_unset,
    cncurses_term_is_unknown,
    cncurses_term_is_dumb,
    cncurses_is_open_already,
    cncurses_failed,
} cncurses_status;

typedef struct {
    int input;
    int output;
    // The terminal type, or NULL for the value of TERM.
    const char *term;
    // For tests: false draws on a screen of the given size without a terminal.
    bool has_terminal;
    int rows;
    int columns;
    bool wants_color;
    bool wants_mouse;
    // A pause of this length ends a paste. Bytes beyond the limit are dropped.
    int paste_milliseconds;
    size_t paste_limit;
} cncurses_options;

// Takes over the terminal. If the result is not cncurses_opened, only the locale has changed.
cncurses_status cncurses_open(const cncurses_options *options);
// Restores the terminal and the signal handlers. Does nothing if no terminal is open.
void cncurses_close(void);

// The number of colors of a terminal type, or 0 if it is unknown. Call it only while no terminal is
// open.
int cncurses_colors_of(const char *term);

bool cncurses_uses_utf8(void);
// The number of available colors: 0, 8, 16, 256, or 1 << 24. With 1 << 24, numbers from 8 on are
// RGB values.
int cncurses_colors(void);
// Turns mouse reports on, or leaves the mouse to the terminal.
void cncurses_set_mouse(bool is_on);
// The width of a scalar in columns; negative if it cannot be drawn.
int cncurses_width(uint32_t scalar);
void cncurses_get_size(int *rows, int *columns);
// Reads the size of the terminal and passes it to ncurses.
void cncurses_update_size(void);

enum {
    cncurses_bold = 1,
    cncurses_dim = 2,
    cncurses_underline = 4,
    cncurses_reverse = 8,
    cncurses_italic = 16,
};

// Changes appear only after cncurses_show. A negative color is the default color of the terminal.
void cncurses_erase(void);
void cncurses_put(
    int row, int column, const uint32_t *scalars, int count, unsigned attributes, int foreground,
    int background);
// Whether a color was dropped because the terminal has no free color pairs.
bool cncurses_pairs_are_used_up(void);
// Frees all color pairs. The caller must then put the whole screen again.
void cncurses_forget_pairs(void);
// Shows all changes, with the cursor at the given cell. A negative row hides the cursor.
void cncurses_show(int cursor_row, int cursor_column);
// Redraws the whole screen at the next cncurses_show, for when another program has overwritten it.
void cncurses_redraw(void);
void cncurses_bell(void);
// Writes to the terminal directly, without ncurses. Returns false if the write failed.
bool cncurses_write(const char *bytes, size_t count);

// Hands the screen to another program, and takes it back. `drops_keys` discards keys that were
// typed in the meantime.
void cncurses_leave(void);
void cncurses_enter(bool drops_keys);
// Stops the program until it is continued. Returns false if SIGTSTP was ignored when the
// program started.
bool cncurses_suspend(void);

enum {
    cncurses_ready_input = 1,
    cncurses_ready_signals = 2,
    cncurses_ready_hangup = 4,
};

// Waits for input, a signal, a hangup, or the timeout. A negative timeout waits forever.
int cncurses_wait(int milliseconds);
// Returns the pending signals and clears them: bit 0 is a wake, bit n is signal n.
uint32_t cncurses_take_signals(void);
// Makes cncurses_wait return. Any thread may call it at any time.
void cncurses_wake(void);

typedef enum {
    cncurses_no_input,
    cncurses_scalar,
    cncurses_alt_scalar,
    cncurses_key,
    cncurses_function_key,
    cncurses_paste,
    cncurses_mouse,
} cncurses_input;

enum {
    cncurses_key_unknown,
    cncurses_key_up,
    cncurses_key_down,
    cncurses_key_left,
    cncurses_key_right,
    cncurses_key_home,
    cncurses_key_end,
    cncurses_key_page_up,
    cncurses_key_page_down,
    cncurses_key_insert,
    cncurses_key_delete,
    cncurses_key_back_tab,
};

// Returns the next input. Waits only for the rest of a key or a paste.
cncurses_input cncurses_read(uint32_t *value);
// The last mouse event from cncurses_read: the button number of xterm (64 and 65 are the wheel),
// and the cell, counted from 0.
void cncurses_mouse_event(unsigned *button, int *row, int *column);
// The bytes of the last paste, valid until the next paste.
const char *cncurses_paste_bytes(size_t *count);

// For tests: reads the text of a row from ncurses, and returns the number of scalars.
int cncurses_read_row(int row, uint32_t *scalars, int limit);
// For tests: reads the attributes and colors of a cell from ncurses.
void cncurses_read_style(
    int row, int column, unsigned *attributes, int *foreground, int *background);
// The number of color pairs in use, and the maximum.
void cncurses_count_pairs(int *known, int *limit);

#endif
