#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// A handler only sets a bit and writes a byte to a pipe, on which the loop of the main thread
// waits. So no signal is lost, and all other work runs outside the handler. The handlers are in C
// because access to a Swift variable may run its initializer, which is not async-signal-safe.
//
// The pipe stays open as long as the process runs. Otherwise a late wake could write to a
// descriptor that another file has reused.
static int wake_pipe[2] = {-1, -1};
static atomic_uint pending;

bool signals_open_pipe(void) {
    return wake_pipe[0] >= 0 || pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) == 0;
}

int signals_descriptor(void) { return wake_pipe[0]; }

bool signals_pending(void) { return atomic_load(&pending) != 0; }

static void record_signal(int bit) {
    if (atomic_fetch_or(&pending, 1u << bit) & (1u << bit)) return;
    int error = errno;
    if (write(wake_pipe[1], "!", 1) < 0) { /* The pipe is full, so the loop will wake. */ }
    errno = error;
}

void cncurses_wake(void) {
    if (wake_pipe[1] >= 0) record_signal(0);
}

uint32_t cncurses_take_signals(void) {
    char bytes[64];
    while (read(wake_pipe[0], bytes, sizeof bytes) > 0) {}
    return atomic_exchange(&pending, 0);
}

// When ncurses starts, it installs handlers for INT, TERM, TSTP and WINCH if they have none. So
// install these handlers first.
static const int recorded_signals[] = {SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH};
static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
static struct sigaction previous[32];
static struct sigaction previous_quit;
static bool is_installed;

static void handle_signal(int signal) { record_signal(signal); }

static void restore_terminal(void) {
    if (terminal.screen == NULL || terminal.is_left) return;
    ssize_t written = write(terminal.output, terminal.restore, terminal.restore_length);
    (void)written;
    tcsetattr(terminal.output, TCSANOW, &terminal.saved);
    errors_replay();
}

// Restores the terminal, then calls the previous handler: that of the Swift runtime prints a
// backtrace. Then raises the signal again, because another process may have sent it.
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
    // Keep ignoring a signal that the parent ignores, as nohup and shells without job control do.
    bool may_stay = signal == SIGHUP || signal == SIGINT || signal == SIGTSTP;
    bool was_ignored = !(previous[signal].sa_flags & SA_SIGINFO)
        && previous[signal].sa_handler == SIG_IGN;
    if (may_stay && was_ignored) sigaction(signal, &previous[signal], NULL);
}

// After a stack overflow, a handler needs another stack. The runtime usually provides one.
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
    struct sigaction recording = {.sa_handler = handle_signal, .sa_flags = SA_RESTART};
    for (size_t i = 0; i < sizeof recorded_signals / sizeof *recorded_signals; i++) {
        install(recorded_signals[i], recording);
    }
    struct sigaction crashing = {.sa_sigaction = crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (size_t i = 0; i < sizeof fatal_signals / sizeof *fatal_signals; i++) {
        install(fatal_signals[i], crashing);
    }
    is_installed = true;
}

void signals_uninstall(void) {
    if (!is_installed) return;
    for (size_t i = 0; i < sizeof recorded_signals / sizeof *recorded_signals; i++) {
        sigaction(recorded_signals[i], &previous[recorded_signals[i]], NULL);
    }
    for (size_t i = 0; i < sizeof fatal_signals / sizeof *fatal_signals; i++) {
        sigaction(fatal_signals[i], &previous[fatal_signals[i]], NULL);
    }
    is_installed = false;
}

void signals_for_child(bool has_child) {
    if (!is_installed) return;
    if (has_child) {
        struct sigaction recording = {.sa_handler = handle_signal, .sa_flags = SA_RESTART};
        sigaction(SIGQUIT, &recording, &previous_quit);
        // When the child stops, this process must stop too, so the shell sees a stopped job.
        sigaction(SIGTSTP, &previous[SIGTSTP], NULL);
    } else {
        struct sigaction recording = {.sa_handler = handle_signal, .sa_flags = SA_RESTART};
        if (signals_can_stop()) sigaction(SIGTSTP, &recording, NULL);
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

// Stops the whole process group: if make started the program, the shell would otherwise wait
// forever. Signals the other processes first; raise then stops this process at a known point.
void signals_stop(void) {
    struct sigaction ignoring = {.sa_handler = SIG_IGN}, standard = {.sa_handler = SIG_DFL}, before;
    sigaction(SIGTSTP, &ignoring, &before);
    kill(0, SIGTSTP);
    sigaction(SIGTSTP, &standard, NULL);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &before, NULL);
}
