#include "state.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

struct terminal terminal = {.input = -1, .output = -1, .drawing = -1, .frame = -1};

bool cncurses_uses_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

int cncurses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

// The locale decides how ncurses encodes text. If the locale is C or not installed, the terminal
// nearly always uses UTF-8.
static void choose_locale(void) {
    static const char *const others[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
    if (setlocale(LC_CTYPE, "") != NULL && cncurses_uses_utf8()) return;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (setlocale(LC_CTYPE, others[i]) != NULL) return;
    }
}

static bool open_files(const cncurses_options *options) {
    terminal.input = fcntl(options->input, F_DUPFD_CLOEXEC, 3);
    terminal.output = fcntl(options->output, F_DUPFD_CLOEXEC, 3);
    terminal.drawing = fcntl(options->output, F_DUPFD_CLOEXEC, 3);
    terminal.frame = memfd_create("frame", MFD_CLOEXEC);
    if (terminal.input >= 0) terminal.input_file = fdopen(terminal.input, "r");
    if (terminal.drawing >= 0) terminal.drawing_file = fdopen(terminal.drawing, "w");
    return terminal.output >= 0 && terminal.input_file != NULL && terminal.drawing_file != NULL;
}

static void close_file(FILE **file, int *descriptor) {
    if (*file != NULL) {
        fclose(*file);
    } else if (*descriptor >= 0) {
        close(*descriptor);
    }
    *file = NULL;
    *descriptor = -1;
}

static void close_files(void) {
    FILE *none = NULL;
    close_file(&terminal.input_file, &terminal.input);
    close_file(&terminal.drawing_file, &terminal.drawing);
    close_file(&none, &terminal.output);
    close_file(&none, &terminal.frame);
}

static void set_modes(const cncurses_options *options) {
    raw();
    noecho();
    nonl();
    if (getenv("ESCDELAY") == NULL) set_escdelay(25);
    terminal.keys = newpad(1, 1);
    keypad(terminal.keys, TRUE);
    nodelay(terminal.keys, TRUE);
    // Otherwise a waiting key would interrupt drawing until the next frame.
    typeahead(-1);
    define_key("\033[200~", KEY_PASTE_BEGIN);
    define_key("\033[201~", KEY_PASTE_END);
    // Without the mouse, its reports are dropped like those of other programs; terminfo names their
    // beginning as a key.
    define_key("\033[<", options->wants_mouse ? KEY_MOUSE_BEGIN : 0);
    define_key("\033[M", 0);
    curs_set(0);
    pairs_start(options->wants_color);
}

static void set_mode(const char *sequence) {
    if (terminal.has_terminal) cncurses_write(sequence, strlen(sequence));
}

// Bracketed paste puts marks around pasted text, so the program never runs it as commands. Without
// mouse reports, the mouse selects text in the terminal.
static void set_input_modes(bool is_on) {
    set_mode(is_on ? PASTE_ON : PASTE_OFF);
    if (terminal.has_mouse) set_mode(is_on ? MOUSE_ON : MOUSE_OFF);
}

void cncurses_set_mouse(bool is_on) {
    if (terminal.screen == NULL || terminal.has_mouse == is_on) return;
    // Keep MOUSE_OFF in the restore sequence while reports change, in case the program crashes now.
    terminal.has_mouse = true;
    if (terminal.has_terminal) terminfo_prepare_restore();
    define_key("\033[<", is_on ? KEY_MOUSE_BEGIN : 0);
    set_mode(is_on ? MOUSE_ON : MOUSE_OFF);
    terminal.has_mouse = is_on;
}

static void close_at_exit(void) { cncurses_close(); }

cncurses_status cncurses_open(const cncurses_options *options) {
    if (terminal.screen != NULL) return cncurses_is_open_already;
    if (options->has_terminal && !isatty(options->input)) return cncurses_input_is_no_terminal;
    if (options->has_terminal && !isatty(options->output)) return cncurses_output_is_no_terminal;
    const char *term = options->term != NULL ? options->term : getenv("TERM");
    cncurses_status status = terminfo_check(term, options->output);
    if (status != cncurses_opened) return status;

    choose_locale();
    terminal.has_terminal = options->has_terminal;
    terminal.has_mouse = options->wants_mouse;
    terminal.paste_milliseconds = options->paste_milliseconds;
    terminal.paste_limit = options->paste_limit;
    terminal.is_left = false;
    if (!signals_open_pipe() || !open_files(options)) {
        close_files();
        return cncurses_failed;
    }
    if (terminal.has_terminal) {
        tcgetattr(terminal.output, &terminal.saved);
        // With these variables set, ncurses would ignore the real size.
        unsetenv("LINES");
        unsetenv("COLUMNS");
        signals_install();
    }
    // Unlike initscr, newterm does not exit on failure.
    terminal.screen = newterm((char *)term, terminal.drawing_file, terminal.input_file);
    if (terminal.screen == NULL) {
        signals_uninstall();
        close_files();
        return cncurses_failed;
    }
    set_modes(options);
    if (terminal.has_terminal) {
        terminfo_prepare_restore();
        set_input_modes(true);
        errors_capture();
        static bool is_registered;
        if (!is_registered) atexit(close_at_exit);
        is_registered = true;
    } else {
        resizeterm(options->rows, options->columns);
    }
    return cncurses_opened;
}

void cncurses_close(void) {
    if (terminal.screen == NULL) return;
    cncurses_leave();
    signals_for_child(false);
    delwin(terminal.keys);
    delscreen(terminal.screen);
    terminal.screen = NULL;
    signals_uninstall();
    close_files();
}

void cncurses_leave(void) {
    if (terminal.is_left) return;
    set_input_modes(false);
    endwin();
    terminal.is_left = true;
    errors_replay();
    signals_for_child(true);
}

void cncurses_enter(bool drops_keys) {
    if (!terminal.is_left) return;
    signals_for_child(false);
    errors_capture();
    reset_prog_mode();
    terminal.is_left = false;
    if (drops_keys) flushinp();
    cncurses_update_size();
    set_input_modes(true);
    // endwin turned the keypad off, and the first key would arrive as a different sequence.
    keypad(terminal.keys, TRUE);
    clearok(curscr, TRUE);
    doupdate();
}

bool cncurses_suspend(void) {
    if (!signals_can_stop()) return false;
    cncurses_leave();
    signals_stop();
    cncurses_enter(false);
    return true;
}

void cncurses_get_size(int *rows, int *columns) { getmaxyx(stdscr, *rows, *columns); }

void cncurses_update_size(void) {
    struct winsize size;
    if (!terminal.has_terminal || ioctl(terminal.output, TIOCGWINSZ, &size) != 0) return;
    if (size.ws_row == 0 || size.ws_col == 0) return;
    if (is_term_resized(size.ws_row, size.ws_col)) resizeterm(size.ws_row, size.ws_col);
}
