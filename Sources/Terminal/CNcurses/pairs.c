#include "state.h"

// ncurses draws with color pairs. A terminal supports from 64 to many thousands of them, and a
// screen needs a few dozen. When several themes have used up all pairs, the caller frees them and
// redraws the screen.
#define MOST_PAIRS 1024
#define ALL_COLORS (1 << 24)

struct pair {
    int foreground;
    int background;
};

// ncurses numbers pairs from 1: pairs[i] is pair i + 1. Pair 0 has the default colors.
static struct pair pairs[MOST_PAIRS];
static int count;
static int limit;
static bool is_used_up;
static bool has_own_colors;

void pairs_start(bool wants_color) {
    terminal.colors = count = limit = 0;
    is_used_up = false;
    if (!wants_color || !has_colors() || start_color() != OK) return;
    has_own_colors = use_default_colors() == OK;
    limit = COLOR_PAIRS - 1 < MOST_PAIRS ? COLOR_PAIRS - 1 : MOST_PAIRS;
    if (limit < 7) return;
    terminal.colors = COLORS >= ALL_COLORS ? ALL_COLORS
        : COLORS >= 256                    ? 256
        : COLORS >= 16                     ? 16
        : COLORS >= 8                      ? 8
                                           : 0;
}

// Without a free pair, keep the background: a gap in it is more visible than a wrong text color.
static int pair_on(int background) {
    for (int i = 0; i < count; i++) {
        if (pairs[i].background == background) return i + 1;
    }
    return 0;
}

int pairs_get(int foreground, int background) {
    if (foreground >= terminal.colors) foreground = -1;
    if (background >= terminal.colors) background = -1;
    if (foreground < 0 && background < 0) return 0;
    if (!has_own_colors && foreground < 0) foreground = COLOR_WHITE;
    if (!has_own_colors && background < 0) background = COLOR_BLACK;
    for (int i = 0; i < count; i++) {
        if (pairs[i].foreground == foreground && pairs[i].background == background) return i + 1;
    }
    bool has_room = count < limit;
    if (!has_room || init_extended_pair(count + 1, foreground, background) != OK) {
        is_used_up = true;
        return pair_on(background);
    }
    pairs[count] = (struct pair){foreground, background};
    return ++count;
}

bool cncurses_pairs_are_used_up(void) { return is_used_up; }

void cncurses_forget_pairs(void) {
    count = 0;
    is_used_up = false;
    reset_color_pairs();
}

void cncurses_count_pairs(int *known, int *most) {
    *known = count;
    *most = limit;
}
