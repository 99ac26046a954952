import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import Screen
import Synchronization

/// Writes all of a text to a descriptor: see the other one.
func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

/// Writes all of the bytes to a descriptor. After standard output failed once, nothing more is
/// written to it, and the command says so at its end: see ``Unwritten``. It still does the rest of
/// its work.
func write(_ bytes: [UInt8], to descriptor: Int32) {
    let isOutput = descriptor == STDOUT_FILENO
    if isOutput && Unwritten.isAnything { return }
    let error = tryWrite(bytes, to: descriptor)
    if error != 0 && isOutput { Unwritten.note(error) }
}

/// Writes all of the bytes to a descriptor, waiting while it is full, and returns the number of the
/// error, or 0.
func tryWrite(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var bytes = bytes[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            bytes = bytes.dropFirst(count)
        } else if errno == EAGAIN {
            _ = wait(for: POLLOUT, of: descriptor)
        } else if errno != EINTR {
            return errno
        }
    }
    return 0
}

/// Waits until a descriptor can be used, or a while. Returns whether it can.
func wait(for event: Int32, of descriptor: Int32, milliseconds: Int32 = -1) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
}

/// The failure of standard output, after which nothing more is written to it.
enum Unwritten {
    private static let error = Atomic<Int32>(0)

    /// Whether a write to it has failed.
    static var isAnything: Bool { error.load(ordering: .relaxed) != 0 }

    fileprivate static func note(_ number: Int32) {
        error.store(number, ordering: .relaxed)
        // A reader that has enough, such as head, wants no more.
        if number == EPIPE { return }
        complain("Cannot write the output: \(String(cString: strerror(number))).")
    }

    /// The status of a command that did all but that; `nil` where nothing is missed.
    static var status: ExitStatus? {
        let number = error.load(ordering: .relaxed)
        return number == 0 || number == EPIPE ? nil : .cannotWrite
    }
}

/// Prints a line on standard output.
func say(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

/// Prints sentences for people on standard output: see ``writeProse(_:to:)``.
func sayProse(_ text: String) { writeProse(text, to: STDOUT_FILENO) }

/// Writes sentences as a line. On a terminal its lines end at blanks; for another program it is
/// one line.
func writeProse(_ text: String, to descriptor: Int32) {
    let lines = TerminalSize.of(descriptor).map { Prose.lines(text, columns: $0.columns) } ?? [text]
    write(lines.map { $0 + "\n" }.joined(), to: descriptor)
}

/// Prints a text of people or programs as a line. On a terminal, which it might steer, without its
/// control characters; for another program as it is.
func sayContent(_ text: String) {
    say(isatty(STDOUT_FILENO) == 0 ? text : harmlessLines(text))
}

extension [String] {
    /// Each text once, in the order of the first.
    func unique() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

/// Counts such as “2 added”, joined in one line without those that are zero; the first stands for
/// all of them if they all are.
func countsWithoutZeros(_ counts: [String]) -> String {
    let shown = counts.filter { !$0.hasPrefix("0 ") }
    return (shown.isEmpty ? counts.prefix(1) : shown[...]).joined(separator: ", ")
}
