import CursesTerminal
import Glibc
import Screen

/// A terminal whose other end is in the hands of the test.
final class Pseudoterminal {
    let terminal: Int32
    private(set) var keyboard: Int32

    init(columns: Int = 20, rows: Int = 5) {
        // Programs that other tests start must not inherit it: as long as one of them has it open,
        // the terminal does not hang up. So it is not made by openpty, which has no flag for that.
        let flags = O_RDWR | O_NOCTTY | O_CLOEXEC
        keyboard = open("/dev/ptmx", flags | O_NONBLOCK)
        var isLocked: CInt = 0
        _ = ioctl(keyboard, Self.setLock, &isLocked)
        terminal = ioctl(keyboard, Self.openPeer, flags)
        precondition(terminal >= 0, "No pseudoterminal is left.")
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
    }

    /// TIOCSPTLCK and TIOCGPTPEER, which Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let openPeer: UInt = 0x5441

    deinit {
        hangUp()
        close(terminal)
    }

    var options: CursesTerminal.Options {
        var options = CursesTerminal.Options()
        options.input = terminal
        options.output = terminal
        options.term = "xterm-256color"
        return options
    }

    func type(_ text: String) {
        type(Array(text.utf8))
    }

    func type(_ bytes: [UInt8]) {
        precondition(write(keyboard, bytes, bytes.count) == bytes.count)
    }

    func resize(columns: Int, rows: Int) {
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
        // The kernel sends the signal only to processes whose controlling terminal it is.
        deliver(SIGWINCH)
    }

    func hangUp() {
        if keyboard >= 0 { close(keyboard) }
        keyboard = -1
    }

    /// All that was written to the terminal since the last call.
    func output() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(keyboard, &buffer, buffer.count), count > 0 {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The settings that a shell would miss if they were not restored.
    var settings: [UInt32] {
        var settings = termios()
        tcgetattr(terminal, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    }
}

extension CursesTerminal {
    /// The next events, as many as requested. Returns fewer only after a minute: a signal ends a
    /// wait without an event, and other tests send some.
    func events(_ count: Int) -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        let end = ContinuousClock.now + .seconds(60)
        while events.count < count, ContinuousClock.now < end {
            events += wait(milliseconds: 10_000)
        }
        return events
    }
}

/// Sends a signal to this thread and returns when it has been handled. The threads that run tests
/// block all signals otherwise.
func deliver(_ signal: Int32) {
    var only = sigset_t()
    var before = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, signal)
    pthread_sigmask(SIG_UNBLOCK, &only, &before)
    raise(signal)
    pthread_sigmask(SIG_SETMASK, &before, nil)
}
