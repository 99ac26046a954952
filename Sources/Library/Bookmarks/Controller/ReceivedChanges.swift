/// The latest changes of the bookmarks, for the message line and for marking rows.
///
/// One value is one batch: an edit made here, or the changes of one sync.
public struct ReceivedChanges: Sendable, Hashable {
    /// The changes in the order in which they were made, as far as it is known.
    public var changes: [Change]

    public init(changes: [Change] = []) {
        self.changes = changes
    }

    /// One bookmark that was added, edited, deleted or restored.
    public struct Change: Sendable, Hashable, Identifiable {
        /// The bookmark's id.
        public var id: String
        /// The bookmark's name after the change; for a deleted bookmark, its last name.
        public var name: String
        public var kind: Kind
        /// The name of the device that made the change, when it is known.
        public var device: String?
        /// Whether another device made the change, which marks the row. A second terminal of this
        /// device isn't another device.
        public var isRemote: Bool
        /// The fields in which a value of this device just lost to a value of ``device``, because
        /// both changed them at the same time.
        public var lostFields: [String]
        /// The fields in which a value of ``device`` just lost to a value of this device.
        public var keptFields: [String]

        public init(
            id: String, name: String, kind: Kind, device: String? = nil, isRemote: Bool = false,
            lostFields: [String] = [], keptFields: [String] = []
        ) {
            self.id = id
            self.name = name
            self.kind = kind
            self.device = device
            self.isRemote = isRemote
            self.lostFields = lostFields
            self.keptFields = keptFields
        }
    }

    /// The kind of change.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case added, edited, deleted
        /// Restored after a deletion, or the deletion was undone.
        case restored
        /// Deleted here, while it was edited elsewhere: an edit that a deletion did not see wins.
        case broughtBack
        /// No visible value changed, but another value lost a conflict, or a conflict was settled.
        case reconciled
    }
}
