#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// A handler only leaves a note and writes a byte to a pipe, which the loop on the main thread waits
// for: nothing is lost, however early a signal comes, and nothing runs at a moment when it must
// not. It is all in C because touching a Swift variable in a handler may run its initializer.
//
// The pipe stays open for the life of the process, so that a late wake can't hit a descriptor that
// belongs to somebody else by then.
static int wake_pipe[2] = {-1, -1};
static atomic_uint pending;

bool signals_open_pipe(void) {
    return wake_pipe[0] >= 0 || pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) == 0;
}

int signals_descriptor(void) { return wake_pipe[0]; }

bool signals_pending(void) { return atomic_load(&pending) != 0; }

static void leave_note(int bit) {
    if (atomic_fetch_or(&pending, 1u << bit) & (1u << bit)) return;
    int error = errno;
    if (write(wake_pipe[1], "!", 1) < 0) { /* The pipe is full, so the loop will wake. */ }
    errno = error;
}

void cncurses_wake(void) {
    if (wake_pipe[1] >= 0) leave_note(0);
}

uint32_t cncurses_take_signals(void) {
    char bytes[64];
    while (read(wake_pipe[0], bytes, sizeof bytes) > 0) {}
    return atomic_exchange(&pending, 0);
}

// ncurses takes over those of INT, TERM, TSTP and WINCH that nobody handles when it starts, so
// these handlers are there before it.
static const int noted[] = {SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH};
static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
static struct sigaction previous[32];
static struct sigaction previous_quit;
static bool is_installed;

static void note(int signal) { leave_note(signal); }

static void restore_terminal(void) {
    if (terminal.screen == NULL || terminal.is_left) return;
    ssize_t written = write(terminal.output, terminal.restore, terminal.restore_length);
    (void)written;
    tcsetattr(terminal.output, TCSANOW, &terminal.saved);
    errors_replay();
}

// The Swift runtime's own handler, which prints the backtrace, was there first: it gets its turn on
// a terminal that is sane again. Then the signal takes its course, also if it was sent by somebody.
static void crash(int signal, siginfo_t *info, void *context) {
    restore_terminal();
    struct sigaction *action = &previous[signal];
    sigaction(signal, action, NULL);
    if (action->sa_flags & SA_SIGINFO) {
        action->sa_sigaction(signal, info, context);
    } else if (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN) {
        action->sa_handler(signal);
    }
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    raise(signal);
}

static void install(int signal, struct sigaction action) {
    sigaction(signal, &action, &previous[signal]);
    // Signals that were ignored from the start stay ignored: nohup, and shells without job control.
    bool may_stay = signal == SIGHUP || signal == SIGINT || signal == SIGTSTP;
    bool was_ignored = !(previous[signal].sa_flags & SA_SIGINFO)
        && previous[signal].sa_handler == SIG_IGN;
    if (may_stay && was_ignored) sigaction(signal, &previous[signal], NULL);
}

// A stack overflow leaves no stack to handle it on. The runtime usually has made one already.
static void provide_stack(void) {
    static char memory[64 * 1024];
    stack_t stack;
    if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return;
    stack = (stack_t){.ss_sp = memory, .ss_size = sizeof memory};
    sigaltstack(&stack, NULL);
}

void signals_install(void) {
    if (is_installed) return;
    atomic_store(&pending, 0);
    provide_stack();
    struct sigaction noting = {.sa_handler = note, .sa_flags = SA_RESTART};
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++) install(noted[i], noting);
    struct sigaction crashing = {.sa_sigaction = crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) install(deadly[i], crashing);
    is_installed = true;
}

void signals_uninstall(void) {
    if (!is_installed) return;
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++) {
        sigaction(noted[i], &previous[noted[i]], NULL);
    }
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
        sigaction(deadly[i], &previous[deadly[i]], NULL);
    }
    is_installed = false;
}

void signals_for_child(bool has_child) {
    if (!is_installed) return;
    if (has_child) {
        struct sigaction nothing = {.sa_handler = note, .sa_flags = SA_RESTART};
        sigaction(SIGQUIT, &nothing, &previous_quit);
        // When the child stops, the shell must see the whole job stop.
        sigaction(SIGTSTP, &previous[SIGTSTP], NULL);
    } else {
        struct sigaction noting = {.sa_handler = note, .sa_flags = SA_RESTART};
        if (signals_can_stop()) sigaction(SIGTSTP, &noting, NULL);
        sigaction(SIGQUIT, &previous_quit, NULL);
        unsigned meant_for_child =
            1u << SIGINT | 1u << SIGQUIT | 1u << SIGCONT | 1u << SIGTSTP | 1u << SIGWINCH;
        atomic_fetch_and(&pending, ~meant_for_child);
    }
}

bool signals_can_stop(void) {
    return is_installed
        && (previous[SIGTSTP].sa_flags & SA_SIGINFO || previous[SIGTSTP].sa_handler != SIG_IGN);
}

// The whole job must stop, or a shell that started it through make would wait for ever. The others
// are told first; raising it then stops this process here and not at some later moment.
void signals_stop(void) {
    struct sigaction ignoring = {.sa_handler = SIG_IGN}, standard = {.sa_handler = SIG_DFL}, before;
    sigaction(SIGTSTP, &ignoring, &before);
    kill(0, SIGTSTP);
    sigaction(SIGTSTP, &standard, NULL);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &before, NULL);
}
