#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ncurses for Swift: numbers and text. ncurses itself keeps its state in globals and macros,
// which Swift refuses with reason, so none of its header gets past this one.
//
// There is one terminal at a time. Everything is called from one thread, except cncurses_wake.

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
    // The kind of terminal, or NULL to ask the environment.
    const char *term;
    // False draws into nowhere, on a screen of the size given: for tests.
    bool has_terminal;
    int rows;
    int columns;
    bool wants_color;
    bool wants_mouse;
    // How long a paste may pause before it counts as ended, and how many bytes of it are kept.
    int paste_milliseconds;
    size_t paste_limit;
} cncurses_options;

// Takes over the terminal. Unless it answers cncurses_opened, nothing has changed but the locale.
cncurses_status cncurses_open(const cncurses_options *options);
// Gives the terminal back as it was, and the signals. Does nothing if none is open.
void cncurses_close(void);

// How many colors a kind of terminal has; 0 for one that is unknown. Not while one is open.
int cncurses_colors_of(const char *term);

bool cncurses_uses_utf8(void);
// How many colors can be put, from 0 on: none, 8, 16, 256, or 1 << 24. Of the last, all but the first
// eight are numbers made of red, green and blue.
int cncurses_colors(void);
// Reports the mouse from now on, or leaves it to the terminal.
void cncurses_set_mouse(bool is_on);
// The columns a scalar takes; less than zero if it can't be drawn.
int cncurses_width(uint32_t scalar);
void cncurses_get_size(int *rows, int *columns);
// Asks the terminal how large it is and tells ncurses.
void cncurses_update_size(void);

enum {
    cncurses_bold = 1,
    cncurses_dim = 2,
    cncurses_underline = 4,
    cncurses_reverse = 8,
    cncurses_italic = 16,
};

// Nothing is shown before cncurses_show. A color less than zero is the terminal's own.
void cncurses_erase(void);
void cncurses_put(
    int row, int column, const uint32_t *scalars, int count, unsigned attributes, int foreground,
    int background);
// Whether a color could not be put, because a terminal knows only so many pairs of them at a time.
bool cncurses_pairs_are_used_up(void);
// Forgets all pairs. What is on the screen must be put again, and is sent anew.
void cncurses_forget_pairs(void);
// Shows what has been put since, with the cursor there; a row less than zero hides the cursor.
void cncurses_show(int cursor_row, int cursor_column);
// Draws everything again at the next cncurses_show, whatever the terminal may show now.
void cncurses_redraw(void);
void cncurses_bell(void);
// Writes to the terminal, past ncurses. False if it couldn't be written.
bool cncurses_write(const char *bytes, size_t count);

// Leaves the screen to another program, and comes back; typed-ahead keys are dropped on request.
void cncurses_leave(void);
void cncurses_enter(bool drops_keys);
// Stops the program until it is continued. False if it was started so that it can't be.
bool cncurses_suspend(void);

enum {
    cncurses_ready_input = 1,
    cncurses_ready_signals = 2,
    cncurses_ready_hangup = 4,
};

// Waits until there is something to do or the time is over; less than zero waits for ever.
int cncurses_wait(int milliseconds);
// Takes the pending signals: bit 0 is a wake, bit n is the signal n.
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

// Takes the next input without waiting, except for the rest of a key or of a paste.
cncurses_input cncurses_read(uint32_t *value);
// The last mouse event that cncurses_read told: the button as xterm numbers it, with 64 and 65 for
// the wheel, and the cell, counted from 0.
void cncurses_mouse_event(unsigned *button, int *row, int *column);
// The bytes of the last paste, until the next one.
const char *cncurses_paste_bytes(size_t *count);

// The text that ncurses holds for a row, read back for tests. Returns the number of scalars.
int cncurses_read_row(int row, uint32_t *scalars, int limit);
// How ncurses holds a cell, read back for tests.
void cncurses_read_style(
    int row, int column, unsigned *attributes, int *foreground, int *background);
// How many pairs of colors are known, and how many can be.
void cncurses_count_pairs(int *known, int *limit);

#endif
