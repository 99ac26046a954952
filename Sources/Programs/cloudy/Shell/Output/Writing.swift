import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import Synchronization

/// Writes a text to a descriptor.
func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

/// Writes all bytes to a descriptor. After standard output failed once, nothing more is written to
/// it, and the command reports that at its end: see ``OutputFailure``. It still does the rest of
/// its work.
func write(_ bytes: [UInt8], to descriptor: Int32) {
    let isOutput = descriptor == STDOUT_FILENO
    if isOutput && OutputFailure.hasOccurred { return }
    let error = writeAll(bytes, to: descriptor)
    if error != 0 && isOutput { OutputFailure.note(error) }
}

/// The failure of standard output, after which nothing more is written to it.
enum OutputFailure {
    private static let error = Atomic<Int32>(0)

    /// Whether a write to it has failed.
    static var hasOccurred: Bool { error.load(ordering: .relaxed) != 0 }

    fileprivate static func note(_ number: Int32) {
        error.store(number, ordering: .relaxed)
        // A reader such as head has enough, and wants no more.
        if number == EPIPE { return }
        complain("Cannot write the output: \(String(cString: strerror(number))).")
    }

    /// The status of a command whose output failed; `nil` if nothing is missing.
    static var status: ExitStatus? {
        let number = error.load(ordering: .relaxed)
        return number == 0 || number == EPIPE ? nil : .cannotWrite
    }
}

/// Prints a line on standard output.
func say(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

/// Tells a person at a terminal that nothing was listed. Scripts rely on the output and the exit
/// status.
func explainEmpty(_ sentence: String, json: Bool = false) {
    if !json, isatty(STDERR_FILENO) != 0 { complain(sentence) }
}

/// Prints sentences for people on standard output: see ``writeProse(_:to:)``.
func sayProse(_ text: String) { writeProse(text, to: STDOUT_FILENO) }

/// Writes sentences as a line of output. On a terminal, lines wrap at blanks; another program gets
/// a single line.
func writeProse(_ text: String, to descriptor: Int32) {
    write(prose(text, for: descriptor), to: descriptor)
}

/// Prints content as a line: without control characters on a terminal, which they could control,
/// and unchanged for another program.
func sayContent(_ text: String) {
    say(isatty(STDOUT_FILENO) == 0 ? text : harmlessLines(text))
}

extension [String] {
    /// Returns the texts without duplicates, in the order of their first occurrence.
    func unique() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

/// Joins counts such as “2 added” in one line without zeros; if all are zero, only the first is
/// shown.
func countsWithoutZeros(_ counts: [String]) -> String {
    let shown = counts.filter { !$0.hasPrefix("0 ") }
    return (shown.isEmpty ? counts.prefix(1) : shown[...]).joined(separator: ", ")
}
