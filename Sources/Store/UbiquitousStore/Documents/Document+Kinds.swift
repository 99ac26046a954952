public import Foundation

extension Document {
    /// The state of a document, as a set of flags. An open document normally has no flag.
    public struct State: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The document is open, and nothing is wrong.
        public static let normal: State = []
        /// The document is not opened or created yet, was closed, or was removed elsewhere.
        public static let closed = State(rawValue: 1 << 0)
        /// Other devices or programs saved versions at the same time, or while this document has
        /// unsaved changes. See ``NSFileVersion``.
        public static let inConflict = State(rawValue: 1 << 1)
        /// The latest save failed. The next successful save removes this flag.
        public static let savingError = State(rawValue: 1 << 2)
        /// The document should not be edited, because contents from elsewhere are being loaded.
        public static let editingDisabled = State(rawValue: 1 << 3)
        /// Contents are on their way from the cloud.
        public static let progressAvailable = State(rawValue: 1 << 4)
    }

    /// Whether a save creates a document or writes to an existing one.
    public enum SaveOperation: Int, Sendable, Hashable {
        /// Creates the document. The save fails if this device knows a document with this name.
        case forCreating
        /// Replaces the version that this document showed.
        case forOverwriting
    }

    /// The kinds of changes to a document.
    public enum ChangeKind: Int, Sendable, Hashable {
        case done, undone, redone
        /// All changes count as saved.
        case cleared
    }

    /// Posted when ``documentState`` changed, on the main actor. The object is the document.
    public nonisolated static let stateChangedNotification = Notification.Name(
        "UIDocumentStateChangedNotification")
}

/// The number of changes of a document, now and at the last save.
struct ChangeCount {
    private var count = 0
    /// `nil` if neither undo nor redo can reach the saved state.
    private var saved: Int? = 0

    /// A count of changes that was current at some time.
    struct Token: Sendable, Hashable { var count: Int }

    var isUnsaved: Bool { count != saved }
    var token: Token { Token(count: count) }

    mutating func note(_ kind: Document.ChangeKind) {
        switch kind {
        case .done:
            // After a new change, redo cannot reach the saved state.
            if let saved, saved > count { self.saved = nil }
            count += 1
        case .redone: count += 1
        case .undone: count -= 1
        case .cleared: saved = count
        }
    }

    mutating func noteSaved(_ token: Token) { saved = token.count }
}
