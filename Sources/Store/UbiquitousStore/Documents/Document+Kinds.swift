public import Foundation

extension Document {
    /// The present state of a document. An open document normally has none of these.
    public struct State: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Open, and nothing is wrong.
        public static let normal: State = []
        /// Not opened or created yet, or closed again, or removed elsewhere.
        public static let closed = State(rawValue: 1 << 0)
        /// Other devices or programs saved versions at the same time, or while this document has
        /// unsaved changes. See ``NSFileVersion``.
        public static let inConflict = State(rawValue: 1 << 1)
        /// The latest save failed. The next one that succeeds ends it.
        public static let savingError = State(rawValue: 1 << 2)
        /// The document should not be edited, because contents from elsewhere are being loaded.
        public static let editingDisabled = State(rawValue: 1 << 3)
        /// Contents are on their way from the cloud.
        public static let progressAvailable = State(rawValue: 1 << 4)
    }

    /// Whether a document may be there already when it is saved.
    public enum SaveOperation: Int, Sendable, Hashable {
        /// It is new: the save fails if this device knows a document of the name.
        case forCreating
        /// It replaces the version that this document showed.
        case forOverwriting
    }

    /// The kinds of changes to a document.
    public enum ChangeKind: Int, Sendable, Hashable {
        case done, undone, redone
        /// All changes are as good as saved.
        case cleared
    }

    /// Posted when ``documentState`` changed, on the main actor. The object is the document.
    public nonisolated static let stateChangedNotification = Notification.Name(
        "UIDocumentStateChangedNotification")
}

/// How many changes a document has had, and how many at the last save.
struct ChangeCount {
    private var count = 0
    /// `nil` when no undoing leads back there.
    private var saved: Int? = 0

    /// Stands for a count.
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
