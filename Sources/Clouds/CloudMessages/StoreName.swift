/// The name of a store of an account: its own store, or one that the programs with the same
/// identifier share.
///
/// An identifier has 1 to 128 ASCII letters and digits, points, underscores and hyphens, and does
/// not begin with a point, so that it can be a part of a path unchanged.
public struct StoreName: Sendable, Hashable {
    /// The identifier; `nil` for the account's own store.
    public let identifier: String?

    /// The account's own store.
    public static let own = StoreName(identifier: nil)

    private init(identifier: String?) { self.identifier = identifier }

    /// Makes the name of a store; `nil` if the identifier is invalid.
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

    /// The prefix of the paths of calls.
    public var path: String { identifier.map { "stores/\($0)/" } ?? "" }
}
