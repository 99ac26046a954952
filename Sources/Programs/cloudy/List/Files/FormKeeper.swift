import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Synchronization

/// Stores the text typed into a form on the disk, within a second and without delaying keys, so
/// that it survives the end of the program.
final class FormKeeper {
    /// The time when the form is written next, in seconds since 1970.
    private(set) var deadline: Double?
    /// Writes forms in a separate task.
    let writer: FormWriter
    private var seen: UnsavedForm?

    /// The maximum time for which typed text is only in memory, in seconds.
    private static let delay = 1.0

    init(_ file: UnsavedFormFile) {
        writer = FormWriter(file)
    }

    /// Takes the current typed text, and writes it when it is due.
    func note(_ current: UnsavedForm?, now: Double) {
        if current != seen {
            // A saved or discarded form must not return, so it is removed at once.
            deadline = current == nil ? now : deadline ?? now + Self.delay
            seen = current
        }
        guard let due = deadline, due <= now else { return }
        deadline = nil
        writer.write(current)
    }

    /// Writes the typed text for the last time. Blocks until it is on the disk.
    func end(_ current: UnsavedForm?) throws { try writer.file.keep(current, isLast: true) }

    /// Writes the typed text now. Blocks until it is on the disk.
    func keepNow(_ current: UnsavedForm?) { try? writer.file.keep(current) }
}

/// Writes the latest form that it received, one at a time.
final class FormWriter: Sendable {
    let file: UnsavedFormFile
    private let latest = Mutex<UnsavedForm?>(nil)
    private let requests: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation

    init(_ file: UnsavedFormFile) {
        self.file = file
        (requests, request) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Schedules a form to be written soon; does not wait for it.
    func write(_ form: UnsavedForm?) {
        latest.withLock { $0 = form }
        request.yield()
    }

    /// Writes until the task is cancelled. Reports only the first of consecutive failures.
    func run(_ mailbox: Mailbox) async {
        var hasFailed = false
        for await _ in requests {
            do {
                try file.keep(latest.withLock { $0 })
                hasFailed = false
            } catch {
                if !hasFailed { mailbox.say(.warning, warning(error)) }
                hasFailed = true
            }
        }
    }

    private func warning(_ error: any Error) -> String {
        "Your text is not kept on the disk until you save it: \(message(for: error))"
    }
}
