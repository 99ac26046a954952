import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import Synchronization

/// Writes all of a text to a descriptor: see the other one.
func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

/// Writes all of the bytes to a descriptor. After standard output failed once, nothing more is
/// written to it, and the command says so at its end: see ``Unwritten``. It still does the rest of
/// its work.
func write(_ bytes: [UInt8], to descriptor: Int32) {
    let isOutput = descriptor == STDOUT_FILENO
    if isOutput && Unwritten.isAnything { return }
    let error = writeAll(bytes, to: descriptor)
    if error != 0 && isOutput { Unwritten.note(error) }
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
    write(prose(text, for: descriptor), to: descriptor)
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
