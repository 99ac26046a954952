import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import FileCoordination
import Glibc
import Screen

/// The options for opening a list.
struct ListOptions: Sendable {
    /// Whether the mouse is used, whatever is set; `nil` leaves it to the settings.
    var mouse: Bool?
    var log: SessionLog?
    /// The request to pick, if the list is opened for that.
    var picking: PickRequest?
    /// The first filter; `nil` for the one that the list was left with.
    var query: Query?
}

/// A log of a list or a command, to find mistakes with.
///
/// It has what kind of things happened and when, and nothing of what is in the bookmarks or was
/// typed, unless that was asked for. Things with a name of their own, such as actions, are logged
/// by it.
final class SessionLog: Sendable {
    private let descriptor: Int32
    private let hasContent: Bool
    private let start = DeviceStore.milliseconds()

    /// Opens a file, which is written anew and only its owner can read.
    init(path: String, hasContent: Bool) throws {
        do throws(FileCoordinationError) {
            // Lines that the reader of a pipe has no room for are lost, rather than to stop all.
            descriptor = try GivenPath.openForWriting(
                path, flags: O_CREAT | O_TRUNC, waits: false)
        } catch {
            throw HomeError(
                error.errno == EACCES ? .notAllowed : .cannotWrite,
                "Cannot write the log \(path): \(error.reason). Use --log with another file.")
        }
        self.hasContent = hasContent
    }

    deinit { close(descriptor) }

    /// Writes a line: the seconds since the log was opened, and what happened.
    func note(_ text: String) {
        let line = "\(Double(DeviceStore.milliseconds() - start) / 1000) \(harmless(text))\n"
        // Written at once, so that a crash takes nothing of it away.
        var bytes = Array(line.utf8)
        _ = Glibc.write(descriptor, &bytes, bytes.count)
    }

    /// Writes a line that has contents where they were asked for.
    func note(_ text: String, content: String?) {
        note(hasContent ? content ?? text : text)
    }

    /// Notes on what the list is drawn.
    func noteStart(_ size: Size, hasColor: Bool, isUTF8: Bool) {
        let term = getenv("TERM").map { String(cString: $0) } ?? "none"
        note(
            "terminal \(term) \(size.columns)x\(size.rows)"
                + (hasColor ? " color" : "") + (isUTF8 ? " UTF-8" : ""))
        WatchShortage.report { [self] in note($0) }
    }

    /// Notes what the screen was told, and what it asked for then.
    func note(_ event: Event, _ effects: [Effect], in state: ScreenState) {
        if case .tick = event, effects.isEmpty { return }
        let asked = effects.map(words(for:)).joined(separator: ", ")
        var line = words(for: event) + (asked.isEmpty ? "" : " -> \(asked)")
        if let message = state.shownMessage {
            line += hasContent ? " [\(message.text)]" : " [\(message.level)]"
        }
        if case .terminal(.key) = event { line += " in \(state.context)" }
        note(line)
    }

    /// The kind of a value; its contents only if they were asked for.
    private func words(for value: Any) -> String {
        if hasContent { return String(describing: value) }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum, let child = mirror.children.first,
            let label = child.label
        else { return mirror.displayStyle == .enum ? "\(value)" : "" }
        // A page's request is told by its kind.
        switch child.value {
        case let asked as AnyPageRequest: return "\(type(of: asked.request))"
        case let asked as AnyPageEdit: return "\(type(of: asked.edit))"
        case let kind as OperationKind: return "\(label) \(kind.type)"
        case let answer as PageAnswer: return "answer \(type(of: answer.request.request))"
        default: break
        }
        // Of what happens at the terminal, the kind is told too: a key, a paste, a new size.
        guard let event = child.value as? TerminalEvent else { return label }
        if case .resize(let size) = event { return "resize \(size.columns)x\(size.rows)" }
        return "\(label) " + (Mirror(reflecting: event).children.first?.label ?? "\(event)")
    }
}
