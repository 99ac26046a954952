import Documents

/// The person's choice which contents of documents this device fetches by itself.
public struct DocumentPolicy: Sendable, Hashable {
    /// The contents that are fetched by themselves.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// All contents.
        case all
        /// Contents that are no larger than ``small``.
        case small
        /// No content; a content is fetched when a person opens it.
        case ask
    }

    public var mode = Mode.all
    /// The largest content that ``Mode/small`` fetches, in bytes.
    public var small = 1 << 20
    /// The space for contents on this device, in bytes.
    public var room = 2 << 30

    /// The minimum values of ``small`` and ``room``. With less space, the largest document could
    /// never be fetched.
    public static let least = (small: 1, room: Document.longest)

    /// Makes the default policy.
    public init() {}

    /// The names of the policy's settings.
    public static let names = (mode: "documents", small: "documents-small", room: "documents-room")

    /// Reads the policy from a person's settings. An unreadable setting has its default value.
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

    /// Whether a content of `length` bytes is fetched by itself.
    public func wants(_ length: Int) -> Bool {
        switch mode {
        case .all: true
        case .small: length <= small
        case .ask: false
        }
    }
}
