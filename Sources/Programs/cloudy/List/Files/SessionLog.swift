import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import FileCoordination
import Glibc
import Screen

/// The options for opening a list.
struct ListOptions: Sendable {
    /// Whether to use the mouse; `nil` leaves it to the settings.
    var mouse: Bool?
    var log: SessionLog?
    /// The request to pick, if the list is for picking.
    var picking: PickRequest?
    /// The first filter; `nil` for the last one.
    var query: Query?
}

/// A log of a list or a command, for finding bugs.
///
/// It records the kinds and times of events, but no contents of bookmarks and no typed text, unless
/// requested. Named things such as actions are logged by name.
final class SessionLog: Sendable {
    private let descriptor: Int32
    private let hasContent: Bool
    private let start = DeviceStore.milliseconds()

    /// Creates the file, or empties it; only its owner can read it.
    init(path: String, hasContent: Bool) throws {
        do throws(FileCoordinationError) {
            // Lines for which a pipe has no space are lost, instead of blocking the program.
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

    /// Writes a line: the seconds since the log was opened, and a text.
    func note(_ text: String) {
        let line = "\(Double(DeviceStore.milliseconds() - start) / 1000) \(harmless(text))\n"
        // Written at once, so that a crash loses nothing.
        var bytes = Array(line.utf8)
        _ = Glibc.write(descriptor, &bytes, bytes.count)
    }

    /// Writes a line with its contents, if they were requested.
    func note(_ text: String, content: String?) {
        note(hasContent ? content ?? text : text)
    }

    /// Logs the terminal on which the list is drawn.
    func noteStart(_ size: Size, hasColor: Bool, isUTF8: Bool) {
        let term = getenv("TERM").map { String(cString: $0) } ?? "none"
        note(
            "terminal \(term) \(size.columns)x\(size.rows)"
                + (hasColor ? " color" : "") + (isUTF8 ? " UTF-8" : ""))
        WatchShortage.report { [self] in note($0) }
    }

    /// Logs an event and its effects.
    func note(_ event: Event, _ effects: [Effect], in state: ScreenState) {
        if case .tick = event, effects.isEmpty { return }
        let asked = effects.map(words(for:)).joined(separator: ", ")
        var line = words(for: event) + (asked.isEmpty ? "" : " -> \(asked)")
        if let message = state.shell.shownMessage {
            line += hasContent ? " [\(message.text)]" : " [\(message.level)]"
        }
        if case .terminal(.key) = event { line += " in \(state.shell.context)" }
        note(line)
    }

    /// Returns the kind of a value; its contents only if requested.
    private func words(for value: Any) -> String {
        if hasContent { return String(describing: value) }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum, let child = mirror.children.first,
            let label = child.label
        else { return mirror.displayStyle == .enum ? "\(value)" : "" }
        // A page's request is logged by its kind.
        switch child.value {
        case let asked as AnyPageRequest: return "\(type(of: asked.request))"
        case let asked as AnyPageEdit: return "\(type(of: asked.edit))"
        case let kind as OperationKind: return "\(label) \(kind.type)"
        case let answer as PageAnswer: return "answer \(type(of: answer.request.request))"
        default: break
        }
        // Events of the terminal are logged with their kind: a key, a paste, a new size.
        guard let event = child.value as? TerminalEvent else { return label }
        if case .resize(let size) = event { return "resize \(size.columns)x\(size.rows)" }
        return "\(label) " + (Mirror(reflecting: event).children.first?.label ?? "\(event)")
    }
}
