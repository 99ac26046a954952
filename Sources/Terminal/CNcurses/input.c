#include "state.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static char *paste;
static size_t paste_length;

int cncurses_wait(int milliseconds) {
    struct pollfd sources[2] = {
        {.fd = terminal.input, .events = POLLIN},
        {.fd = signals_descriptor(), .events = POLLIN},
    };
    int count;
    do {
        count = poll(sources, 2, milliseconds);
    } while (count < 0 && errno == EINTR && !signals_pending());
    int ready = signals_pending() || sources[1].revents != 0 ? cncurses_ready_signals : 0;
    if (count <= 0) return ready;
    int waiting = 0;
    if (sources[0].revents & POLLIN) {
        // A closed terminal is always readable, but has no bytes to read.
        bool is_gone = ioctl(terminal.input, FIONREAD, &waiting) == 0 && waiting == 0;
        ready |= is_gone ? cncurses_ready_hangup : cncurses_ready_input;
    }
    if (sources[0].revents & (POLLHUP | POLLERR | POLLNVAL)) ready |= cncurses_ready_hangup;
    return ready;
}

static void append_paste(char byte, size_t total) {
    static size_t capacity;
    if (total >= terminal.paste_limit) return;
    if (total == capacity) {
        size_t larger = capacity == 0 ? 4096 : capacity * 2;
        char *memory = realloc(paste, larger);
        if (memory == NULL) {
            // Out of memory: drop the rest, as beyond the limit.
            terminal.paste_limit = total;
            return;
        }
        paste = memory;
        capacity = larger;
    }
    paste[total] = byte;
}

// Reads a paste up to its end mark directly, because ncurses would treat each byte as a key. Each
// read asks for at most the missing bytes of the end mark, so it never consumes keys after the
// paste.
static void collect_paste(void) {
    static const char mark[] = "\033[201~";
    const size_t mark_length = sizeof mark - 1;
    size_t total = 0, matched = 0;
    while (matched < mark_length) {
        struct pollfd source = {.fd = terminal.input, .events = POLLIN};
        int count = poll(&source, 1, terminal.paste_milliseconds);
        if (count < 0 && errno == EINTR && !signals_pending()) continue;
        if (count <= 0) break;
        char bytes[sizeof mark];
        ssize_t got = read(terminal.input, bytes, mark_length - matched);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        for (ssize_t i = 0; i < got; i++) {
            append_paste(bytes[i], total++);
            bool goes_on = bytes[i] == mark[matched];
            matched = goes_on ? matched + 1 : bytes[i] == mark[0];
        }
    }
    if (matched == mark_length) total -= mark_length;
    paste_length = total < terminal.paste_limit ? total : terminal.paste_limit;
}

const char *cncurses_paste_bytes(size_t *count) {
    *count = paste_length;
    return paste;
}

static unsigned mouse_button;
static int mouse_row, mouse_column;

// Reads the rest of a mouse report, such as 0;12;5M, directly from the terminal. Returns false for
// a button release, and for input that is not a mouse report.
static bool read_mouse(void) {
    unsigned numbers[3] = {0};
    int count = 0;
    for (int length = 0; length < 32; length++) {
        struct pollfd source = {.fd = terminal.input, .events = POLLIN};
        if (poll(&source, 1, 100) <= 0) return false;
        char byte;
        if (read(terminal.input, &byte, 1) != 1) return false;
        if (byte >= '0' && byte <= '9') {
            if (numbers[count] < 100000) numbers[count] = numbers[count] * 10 + (byte - '0');
        } else if (byte == ';' && count < 2) {
            count++;
        } else {
            mouse_button = numbers[0];
            mouse_column = (int)numbers[1] - 1;
            mouse_row = (int)numbers[2] - 1;
            return byte == 'M' && count == 2;
        }
    }
    return false;
}

void cncurses_mouse_event(unsigned *button, int *row, int *column) {
    *button = mouse_button;
    *row = mouse_row;
    *column = mouse_column;
}

static uint32_t known_key(wint_t code) {
    switch (code) {
    case KEY_UP: return cncurses_key_up;
    case KEY_DOWN: return cncurses_key_down;
    case KEY_LEFT: return cncurses_key_left;
    case KEY_RIGHT: return cncurses_key_right;
    case KEY_HOME: case KEY_FIND: case KEY_A1: return cncurses_key_home;
    case KEY_END: case KEY_SELECT: case KEY_C1: return cncurses_key_end;
    case KEY_PPAGE: case KEY_A3: return cncurses_key_page_up;
    case KEY_NPAGE: case KEY_C3: return cncurses_key_page_down;
    case KEY_IC: return cncurses_key_insert;
    case KEY_DC: return cncurses_key_delete;
    case KEY_BTAB: return cncurses_key_back_tab;
    default: return cncurses_key_unknown;
    }
}

static cncurses_input read_key_code(wint_t code, uint32_t *value) {
    if (code == KEY_BACKSPACE || code == KEY_ENTER) {
        *value = code == KEY_ENTER ? 13 : 127;
        return cncurses_scalar;
    }
    if (code > KEY_F0 && code <= KEY_F0 + 63) {
        *value = code - KEY_F0;
        return cncurses_function_key;
    }
    // Ctrl or Alt with an arrow key moves by words, as in most line editors.
    const char *name = keyname((int)code);
    if (name != NULL && (strcmp(name, "kLFT5") == 0 || strcmp(name, "kLFT3") == 0)) {
        *value = 'b';
        return cncurses_alt_scalar;
    }
    if (name != NULL && (strcmp(name, "kRIT5") == 0 || strcmp(name, "kRIT3") == 0)) {
        *value = 'f';
        return cncurses_alt_scalar;
    }
    *value = known_key(code);
    return cncurses_key;
}

cncurses_input cncurses_read(uint32_t *value) {
    for (;;) {
        wint_t code = 0;
        switch (wget_wch(terminal.keys, &code)) {
        case OK:
            *value = code;
            return cncurses_scalar;
        case KEY_CODE_YES:
            if (code == KEY_PASTE_BEGIN) {
                collect_paste();
                return cncurses_paste;
            }
            if (code == KEY_MOUSE_BEGIN) {
                if (read_mouse()) return cncurses_mouse;
                continue;
            }
            // SIGWINCH reports the new size. A lone end mark belongs to a paste that timed out.
            if (code == KEY_RESIZE || code == KEY_PASTE_END) continue;
            return read_key_code(code, value);
        default: return cncurses_no_input;
        }
    }
}
