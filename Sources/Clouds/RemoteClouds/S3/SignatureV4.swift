import Crypto
import FoundationEssentials
import Replication

/// Signs requests for S3: version 4 of AWS's signatures.
///
/// The secret never leaves this machine, and a signature is valid for one request and a few
/// minutes.
struct SignatureV4: Sendable {
    var credentials: S3Credentials
    var region: String
    var service = "s3"

    /// The signed parts of a request.
    struct Request: Sendable {
        var method: String
        /// The path as it is sent: ``encoded(_:keeping:)`` for S3.
        var path: String
        var query: [(name: String, value: String)] = []
        /// The headers, with names in lower case. They must include `host` and all that begin with
        /// `x-amz-`.
        var headers: [(name: String, value: String)]
        /// The SHA-256 of the body, in hexadecimal digits.
        var bodyHash: String
    }

    /// Returns the value of the header `Authorization`.
    ///
    /// - Parameter time: the time in the form of ``stamp(_:)``, the same as in `x-amz-date`.
    func authorization(for request: Request, time: String) -> String {
        let scope = "\(time.prefix(8))/\(region)/\(service)/aws4_request"
        let headers = Self.canonical(request.headers)
        let signed = headers.map(\.name).joined(separator: ";")
        let canonical = [
            request.method, request.path, Self.encoded(request.query),
            headers.map { "\($0.name):\($0.value)\n" }.joined(), signed, request.bodyHash,
        ].joined(separator: "\n")
        let text = ["AWS4-HMAC-SHA256", time, scope, Self.hash(Array(canonical.utf8))]
            .joined(separator: "\n")
        let key = ["\(time.prefix(8))", region, service, "aws4_request"]
            .reduce(Array("AWS4\(credentials.secret)".utf8)) { Self.code(of: $1, key: $0) }
        let signature = Self.hexadecimal(Self.code(of: text, key: key))
        return "AWS4-HMAC-SHA256 Credential=\(credentials.key)/\(scope),SignedHeaders=\(signed),"
            + "Signature=\(signature)"
    }

    /// Returns a time in the form of signatures, from seconds since 1970.
    static func stamp(_ seconds: Int) -> String {
        let time = CalendarTime(Double(seconds))
        let text = "\(time.date)T\(time.clock)Z"
        return text.filter { $0 != "-" && $0 != ":" }
    }

    static func hash(_ bytes: [UInt8]) -> String { hexadecimal(Array(SHA256.hash(data: bytes))) }

    /// Returns a query in the form in which it is signed and sent.
    static func encoded(_ query: [(name: String, value: String)]) -> String {
        query.map { (encoded($0.name), encoded($0.value)) }
            .sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
    }

    /// Returns a text with all characters that are not unreserved in a URL written as `%XX`.
    static func encoded(_ text: String, keeping kept: String = "") -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain =
                byte < 0x80
                && (character.isLetter || character.isNumber || "-._~".contains(character)
                    || kept.contains(character))
            return isPlain ? String(character) : "%" + hexadecimal([byte]).uppercased()
        }.joined()
    }

    private static func canonical(
        _ headers: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
        headers.map { name, value in
            // Leading and trailing blanks do not count, and several blanks count as one.
            (name, value.split(separator: " ").joined(separator: " "))
        }.sorted { $0.name < $1.name }
    }

    private static func code(of text: String, key: [UInt8]) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: Array(text.utf8), using: SymmetricKey(data: key)))
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }
}
