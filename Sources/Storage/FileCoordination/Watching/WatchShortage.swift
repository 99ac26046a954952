import Glibc
import Synchronization

/// The system has no file watches left: other programs of this user hold them all.
///
/// Nothing is lost. Files are checked several times a second instead, and programs with a log
/// report it.
public enum WatchShortage {
    private struct State {
        var words: String?
        var listener: (@Sendable (String) -> Void)?
    }
    private static let state = Mutex(State())

    /// Calls `listener` with a sentence, once, if there was a shortage or as soon as there is one.
    public static func report(to listener: @escaping @Sendable (String) -> Void) {
        let words = state.withLock { state in
            state.listener = listener
            return state.words
        }
        if let words { listener(words) }
    }

    /// Notes the error number of a failed watch, if it means the first shortage.
    static func note(_ number: Int32) {
        guard let limit = limit(number) else { return }
        let words =
            "The system has no more file watches (\(limit) is used up): Cloudy checks files "
            + "\(1000 / FilePoll.interval) times a second instead."
        let listener = state.withLock { state in
            defer { state.words = words }
            return state.words == nil ? state.listener : nil
        }
        listener?(words)
    }

    /// Returns the name of the exhausted limit; `nil` for other errors.
    private static func limit(_ number: Int32) -> String? {
        switch number {
        case EMFILE: "fs.inotify.max_user_instances, or the number of open files,"
        case ENOSPC: "fs.inotify.max_user_watches"
        case ENFILE, ENOMEM: "the system's limit"
        default: nil
        }
    }
}
