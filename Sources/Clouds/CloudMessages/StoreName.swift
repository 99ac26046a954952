/// Which store of an account is meant: its own, or one that programs share which name the same
/// identifier.
///
/// An identifier has 1 to 128 letters and digits of ASCII, points, underscores and hyphens, and
/// does not begin with a point, so that it is a part of a path as it is.
public struct StoreName: Sendable, Hashable {
    /// Nil for the account's own store.
    public let identifier: String?

    /// The store that needs no name.
    public static let own = StoreName(identifier: nil)

    private init(identifier: String?) { self.identifier = identifier }

    /// The store with an identifier, or nil when it is none.
    public init?(_ identifier: String) {
        let isName = identifier.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "._-".utf8.contains(byte)
            }
        }
        guard isName, (1...128).contains(identifier.utf8.count), !identifier.hasPrefix(".") else {
            return nil
        }
        self.init(identifier: identifier)
    }

    /// The prefix of a call's path.
    public var path: String { identifier.map { "stores/\($0)/" } ?? "" }
}
