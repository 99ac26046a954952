/// The key with which an object store knows its user, and the secret that signs requests.
public struct S3Credentials: Sendable, Hashable {
    public var key: String
    public var secret: String
    /// For credentials that end by themselves.
    public var session: String?

    public init(key: String, secret: String, session: String? = nil) {
        self.key = key
        self.secret = secret
        self.session = session
    }
}

/// A bucket of an S3-compatible object store, and the start of all keys in it.
public struct S3Place: Sendable, Hashable, CustomStringConvertible {
    /// Its address, without a slash at the end.
    public var address: String
    public var bucket: String
    /// Empty, or with a slash at the end.
    public var prefix: String
    public var region: String

    /// The region that stores of other makers than Amazon take, unless they are told another.
    public static let usualRegion = "us-east-1"

    /// A place as ``description`` writes it: `s3:https://HOST/BUCKET/PREFIX`, or `s3:BUCKET/PREFIX`
    /// for Amazon's. The prefix may be missing. `nil` for any other text, such as one with a name
    /// and a password in it.
    public init?(_ text: String, region: String = usualRegion) {
        guard text.hasPrefix("s3:") else { return nil }
        var rest = text.dropFirst(3)
        var scheme = ""
        for known in ["https://", "http://"] where rest.lowercased().hasPrefix(known) {
            (scheme, rest) = (known, rest.dropFirst(known.count))
        }
        var parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        if parts.last == "" { parts.removeLast() }
        if scheme.isEmpty {
            address = "https://s3.\(region).amazonaws.com"
        } else {
            guard parts.count > 1, case let host = parts.removeFirst(), !host.isEmpty,
                host.allSatisfy({ Self.isPlain($0) || ":[]".contains($0) })
            else { return nil }
            address = scheme + host
        }
        // Names that need no escape are the same to all stores.
        guard let bucket = parts.first,
            parts.allSatisfy({ $0.allSatisfy(Self.isPlain) && !["", ".", ".."].contains($0) }),
            !region.isEmpty, region.allSatisfy(Self.isPlain)
        else { return nil }
        self.bucket = String(bucket)
        prefix = parts.dropFirst().map { $0 + "/" }.joined()
        self.region = region
    }

    public var description: String { "s3:\(address)/\(bucket)/\(prefix)" }

    /// The host with its port, as a request names it.
    var host: String { String(address.drop { $0 != "/" }.dropFirst(2)) }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII
            && (character.isLetter || character.isNumber || "-._".contains(character))
    }
}
