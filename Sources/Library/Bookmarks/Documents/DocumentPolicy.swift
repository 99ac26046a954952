import Documents

/// Which contents of documents come to this device by themselves, as the person has set it.
public struct DocumentPolicy: Sendable, Hashable {
    /// The contents that come by themselves.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// All of it.
        case all
        /// Contents that are no larger than ``small``.
        case small
        /// Nothing; contents are fetched when a person opens them.
        case ask
    }

    public var mode = Mode.all
    /// In bytes.
    public var small = 1 << 20
    /// How many bytes of contents this device has room for.
    public var room = 2 << 30

    /// The least that ``small`` and ``room`` can be. With less room, the largest document would
    /// never come.
    public static let least = (small: 1, room: Document.longest)

    /// The usual policy.
    public init() {}

    /// The names of its settings.
    public static let names = (mode: "documents", small: "documents-small", room: "documents-room")

    /// Reads it from the settings of a person. An unreadable setting is as usual.
    public init(_ document: SettingsDocument) {
        for entry in document.entries {
            switch entry.name {
            case Self.names.mode: mode = Mode(rawValue: entry.value) ?? mode
            case Self.names.small: small = Self.size(entry.value, Self.least.small) ?? small
            case Self.names.room: room = Self.size(entry.value, Self.least.room) ?? room
            default: break
            }
        }
    }

    private static func size(_ value: String, _ least: Int) -> Int? {
        bytes(inCount: value).flatMap { $0 < least ? nil : $0 }
    }

    /// Whether a content of so many bytes comes by itself.
    public func wants(_ length: Int) -> Bool {
        switch mode {
        case .all: true
        case .small: length <= small
        case .ask: false
        }
    }
}
