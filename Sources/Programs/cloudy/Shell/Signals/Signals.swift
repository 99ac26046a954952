import DeviceStore
import FileCoordination
import Glibc
import Synchronization

/// Handles signals for all commands. An open list does the same for its screen, in C.
///
/// It never ignores signals, because child processes would inherit that, unlike handlers. Signals
/// that were ignored at the start, as under nohup, stay ignored.
enum Signals {
    /// Turns a write to a closed pipe or a full file into an error instead of the end of the
    /// program, which may have more to do.
    static func surviveWrites() { _ = InstalledHandlers([SIGPIPE, SIGXFSZ]) { _ in } }

    /// Ends the program with a message if the disk cannot read a page of a mapped file. Nothing is
    /// written while a file is mapped, but earlier parts of the work may be.
    static func tellUnreadablePages() {
        _ = InstalledHandlers([SIGBUS]) { _ in
            let text: StaticString = """
                cloudy: The disk could not read part of the bookmarks. Most likely it is failing: \
                copy its data elsewhere. To see what is damaged: cloudy verify

                """
            _ = Glibc.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            _exit(ExitStatus.cannotWrite.rawValue)
        }
    }

    /// Runs `body`, which lends the terminal to another program: Ctrl-C and Ctrl-\ then go to that
    /// program, and this one waits for its end.
    static func lendingTerminal<R>(_ body: () throws -> R) rethrows -> R {
        let handlers = InstalledHandlers([SIGINT, SIGQUIT]) { _ in }
        defer { handlers.uninstall() }
        return try body()
    }

    /// Runs `body`, which hides typed text. A signal that ends or stops the program first shows
    /// typed text again.
    static func showingAgainWhatIsTyped<R>(_ body: () throws -> R) rethrows -> R {
        let handlers = InstalledHandlers(
            [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP], isOnce: true, restoreEchoAndRaise)
        defer { handlers.uninstall() }
        return try body()
    }

    /// Runs `body`, during which a signal is recorded instead of ending the program; a second
    /// signal ends it. In a nested call, an earlier signal stays recorded, and stops both.
    ///
    /// - Parameter waker: a descriptor that gets a byte for the signal.
    static func noting<R>(
        _ numbers: [Int32], waker: Int32 = -1, _ body: () throws -> R
    ) rethrows -> R {
        // Both are written before a handler can read them: their first use in a handler would not
        // be safe.
        let isWithin = depthOfNoting.add(1, ordering: .relaxed).oldValue > 0
        if !isWithin { noted.store(0, ordering: .relaxed) }
        let wakerBefore = wakerOfNotes.exchange(waker, ordering: .relaxed)
        let handlers = InstalledHandlers(numbers, isOnce: true, note)
        defer {
            handlers.uninstall()
            wakerOfNotes.store(wakerBefore, ordering: .relaxed)
            depthOfNoting.subtract(1, ordering: .relaxed)
        }
        return try body()
    }

    /// The recorded signal; `nil` if there is none.
    static var latest: Int32? {
        let number = noted.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }
}

private let noted = Atomic<Int32>(0)
private let wakerOfNotes = Atomic<Int32>(-1)
private let depthOfNoting = Atomic<Int>(0)

private let note: SignalHandler = { number in
    let error = errno
    noted.store(number, ordering: .relaxed)
    let waker = wakerOfNotes.load(ordering: .relaxed)
    var byte: UInt8 = 0
    // A full pipe also wakes the reader.
    if waker >= 0 { _ = Glibc.write(waker, &byte, 1) }
    errno = error
}

/// Shows typed text again, and then lets the signal take its default action. Calls only
/// async-signal-safe functions.
private func restoreEchoAndRaise(_ number: Int32) {
    let error = errno
    var settings = termios()
    let isTerminal = tcgetattr(STDIN_FILENO, &settings) == 0
    if isTerminal {
        settings.c_lflag |= tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        var end = UInt8(ascii: "\n")
        _ = Glibc.write(STDERR_FILENO, &end, 1)
    }
    // The default action is restored, but the signal is blocked until the handler returns.
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, number)
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    // The program was stopped and continued.
    pthread_sigmask(SIG_SETMASK, &before, nil)
    if isTerminal {
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
    InstalledHandlers.install(number, isOnce: true, restoreEchoAndRaise)
    errno = error
}

private typealias SignalHandler = @convention(c) (Int32) -> Void

/// Handlers of signals, until the former handlers are back. Signals that were ignored stay ignored.
private struct InstalledHandlers {
    private var before: [(number: Int32, action: sigaction)] = []

    init(_ numbers: [Int32], isOnce: Bool = false, _ handler: @escaping SignalHandler) {
        for number in numbers {
            var old = sigaction()
            sigaction(number, nil, &old)
            if Self.isIgnored(old) { continue }
            Self.install(number, isOnce: isOnce, handler)
            before.append((number, old))
        }
    }

    static func install(_ number: Int32, isOnce: Bool, _ handler: @escaping SignalHandler) {
        var new = sigaction()
        new.__sigaction_handler.sa_handler = handler
        new.sa_flags = SA_RESTART | (isOnce ? once : 0)
        sigaction(number, &new, nil)
    }

    func uninstall() {
        for (number, action) in before {
            var action = action
            sigaction(number, &action, nil)
        }
    }

    /// SA_RESETHAND, whose literal does not fit an Int32.
    private static let once = Int32(bitPattern: 0x8000_0000)

    private static func isIgnored(_ action: sigaction) -> Bool {
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
        return handler == unsafeBitCast(SIG_IGN, to: UInt.self)
    }
}
