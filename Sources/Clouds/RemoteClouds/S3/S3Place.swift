/// The access key of an object store's user, and the secret that signs requests.
public struct S3Credentials: Sendable, Hashable {
    public var key: String
    public var secret: String
    /// The session token of temporary credentials.
    public var session: String?

    public init(key: String, secret: String, session: String? = nil) {
        self.key = key
        self.secret = secret
        self.session = session
    }
}

/// A bucket of an S3-compatible object store, and the beginning of all keys in it.
public struct S3Place: Sendable, Hashable, CustomStringConvertible {
    /// The address, without a slash at the end.
    public var address: String
    public var bucket: String
    /// The beginning of all keys: empty, or with a slash at the end.
    public var prefix: String
    public var region: String

    /// The default region of stores other than Amazon's.
    public static let usualRegion = "us-east-1"

    /// Reads a place in the form of its ``description``: `s3:https://HOST/BUCKET/PREFIX`, or
    /// `s3:BUCKET/PREFIX` for Amazon's. The prefix may be missing. `nil` for any other text, such
    /// as one with a name and a password in it.
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
        // All stores treat names that need no escaping alike.
        guard let bucket = parts.first,
            parts.allSatisfy({ $0.allSatisfy(Self.isPlain) && !["", ".", ".."].contains($0) }),
            !region.isEmpty, region.allSatisfy(Self.isPlain)
        else { return nil }
        self.bucket = String(bucket)
        prefix = parts.dropFirst().map { $0 + "/" }.joined()
        self.region = region
    }

    public var description: String { "s3:\(address)/\(bucket)/\(prefix)" }

    /// The host with its port, as in a request.
    var host: String { String(address.drop { $0 != "/" }.dropFirst(2)) }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII
            && (character.isLetter || character.isNumber || "-._".contains(character))
    }
}
