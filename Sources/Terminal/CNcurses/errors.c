#include "state.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// While curses uses the screen, output on standard error would corrupt it. So the program collects
// that output in memory, and writes it to the real standard error when it leaves the screen. The
// limit bounds the memory: writes beyond it fail.
#define CAPTURE_LIMIT (1 << 20)

static int captured = -1;
static int real = -1;

static bool shows_on_terminal(void) {
    struct stat error, output;
    return fstat(STDERR_FILENO, &error) == 0 && fstat(terminal.output, &output) == 0
        && S_ISCHR(error.st_mode) && error.st_rdev == output.st_rdev;
}

void errors_capture(void) {
    if (real >= 0 || !shows_on_terminal()) return;
    if (captured < 0) {
        captured = memfd_create("stderr", MFD_CLOEXEC | MFD_ALLOW_SEALING);
        if (captured < 0) return;
        if (ftruncate(captured, CAPTURE_LIMIT) == 0) {
            (void)fcntl(captured, F_ADD_SEALS, F_SEAL_GROW);
        }
    }
    real = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (real >= 0) dup2(captured, STDERR_FILENO);
}

// Async-signal-safe.
void errors_replay(void) {
    if (real < 0) return;
    dup2(real, STDERR_FILENO);
    close(real);
    real = -1;
    // The descriptors share one offset, which is the number of bytes written.
    off_t end = lseek(captured, 0, SEEK_CUR);
    char buffer[4096];
    for (off_t at = 0; at < end;) {
        size_t wanted = end - at < (off_t)sizeof buffer ? (size_t)(end - at) : sizeof buffer;
        ssize_t got = pread(captured, buffer, wanted, at);
        if (got <= 0 || write(STDERR_FILENO, buffer, (size_t)got) < 0) break;
        at += got;
    }
    lseek(captured, 0, SEEK_SET);
}
