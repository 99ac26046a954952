#include "state.h"

#include <string.h>
#include <unistd.h>
// This header defines macros with short names such as "columns", so only this file includes it.
#if __has_include(<ncursesw/term.h>)
#include <ncursesw/term.h>
#else
#include <term.h>
#endif

static const char *capability(const char *name) {
    const char *value = tigetstr((char *)name);
    return value == (const char *)-1 ? NULL : value;
}

cncurses_status terminfo_check(const char *term, int output) {
    if (term == NULL || *term == '\0') return cncurses_term_is_unset;
    int error = 0;
    if (setupterm((char *)term, output, &error) != OK) return cncurses_term_is_unknown;
    // The list needs a terminal that can move its cursor.
    bool is_dumb = capability("cup") == NULL;
    del_curterm(cur_term);
    return is_dumb ? cncurses_term_is_dumb : cncurses_opened;
}

int cncurses_colors_of(const char *term) {
    int error = 0;
    if (term == NULL || *term == '\0') return 0;
    if (setupterm((char *)term, STDOUT_FILENO, &error) != OK) return 0;
    int colors = tigetnum("colors");
    del_curterm(cur_term);
    return colors > 0 ? colors : 0;
}

// Appends a capability without its padding, such as $<5>, which only old hardware needs.
static void append_restore(const char *text) {
    if (text == NULL) return;
    for (; *text != '\0' && terminal.restore_length < sizeof terminal.restore; text++) {
        if (text[0] == '$' && text[1] == '<') {
            text = strchr(text, '>');
            if (text == NULL) return;
            continue;
        }
        terminal.restore[terminal.restore_length++] = *text;
    }
}

void terminfo_prepare_restore(void) {
    terminal.restore_length = 0;
    append_restore(PASTE_OFF);
    if (terminal.has_mouse) append_restore(MOUSE_OFF);
    append_restore(capability("sgr0"));
    append_restore(capability("op"));
    append_restore(capability("rmkx"));
    append_restore(capability("cnorm"));
    append_restore(capability("rmcup"));
    append_restore(capability("rmcup") == NULL ? "\r\n" : "\r");
}
