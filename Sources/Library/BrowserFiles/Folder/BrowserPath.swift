/// A path within the folder, decoded and checked.
struct BrowserPath: Sendable, Hashable {
    /// The names along the path; empty for the folder itself.
    var names: [String]
    /// Whether the path ends with a slash.
    var hasSlash = false

    private static let longestName = 255
    private static let deepest = 32

    /// Reads an absolute path or URL from a request; `nil` if it leads out of the folder, or is
    /// invalid.
    ///
    /// - Parameter prefix: the folder's own path, such as `/dav`.
    init?(_ sent: String, under prefix: String) {
        var text = sent[...]
        if let scheme = text.firstRange(of: "://") {
            let rest = text[scheme.upperBound...]
            text = rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
        }
        // A fragment is not part of a request: without it, the rest may name another file.
        if text.contains("#") { return nil }
        text = text.prefix { $0 != "?" }
        guard text == prefix || text.hasPrefix(prefix + "/") else { return nil }
        let rest = text.dropFirst(prefix.count)
        hasSlash = rest.hasSuffix("/")
        names = []
        for part in rest.split(separator: "/") {
            guard let name = Self.decoded(part), Self.canBeName(name) else { return nil }
            names.append(name)
        }
        if names.count > Self.deepest { return nil }
    }

    init(_ names: [String], hasSlash: Bool = false) {
        self.names = names
        self.hasSlash = hasSlash
    }

    var parent: BrowserPath { BrowserPath(names.dropLast()) }

    /// Whether the path equals another one, or is below it.
    func isWithin(_ other: BrowserPath) -> Bool { names.starts(with: other.names) }

    private static func canBeName(_ name: String) -> Bool {
        name != "." && name != ".." && name.utf8.count <= longestName
            && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "/" }
    }

    private static func decoded(_ part: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(part.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// Returns the path encoded for a URL.
    func encoded(under prefix: String, isCollection: Bool) -> String {
        var text = prefix
        for name in names {
            text += "/"
            for byte in name.utf8 {
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                    text.unicodeScalars.append(Unicode.Scalar(byte))
                default:
                    let digits = String(byte, radix: 16, uppercase: true)
                    text += "%" + (digits.count == 1 ? "0" : "") + digits
                }
            }
        }
        return isCollection ? text + "/" : text
    }

    // MARK: Files of bookmarks

    /// The meaning of a name at the top level.
    enum Kind: Hashable {
        /// A file of bookmarks.
        case file(String)
        /// The lock of such a file.
        case lock(String)
        /// An upload before it replaces such a file.
        case draft(of: String)
        /// A plain file, or a folder of them.
        case plain
    }

    var kind: Kind {
        guard names.count == 1, let name = names.first else { return .plain }
        if name.hasSuffix(".xbel") { return .file(name) }
        guard let end = name.ranges(of: ".xbel.").last?.lowerBound else { return .plain }
        let file = String(name[..<end]) + ".xbel"
        return name.dropFirst(file.count) == ".lock" ? .lock(file) : .draft(of: file)
    }
}
