public import Replication

// A backup is a text of lines, each of them JSON:
//
//     {"cloudy":"backup","version":1,"device":"laptop","account":"default","made":1763776800}
//     {"id":"7k3q…","fields":{"url":"https://swift.org","added":{"date":"1763776800.25"}}}
//     …
//     {"end":2,"check":"9ae16a3b2f90404f"}
//
// It has the fields as the store has them, also those that this version knows nothing of. What JSON
// cannot tell apart, or would round, is written as an object with the name of its type. The last
// line tells whether a line is missing or was changed.

/// The bookmarks of a device as they were at one moment, with all that is kept of them.
public struct Backup: Sendable, Hashable {
    /// The name of the device that made it.
    public var device: String
    /// The account whose bookmarks they are.
    public var account: String
    /// Seconds since 1970.
    public var made: Double
    /// The fields of each bookmark, by its id.
    public var bookmarks: [String: [String: PropertyListValue]]

    public init(
        device: String, account: String, made: Double,
        bookmarks: [String: [String: PropertyListValue]]
    ) {
        self.device = device
        self.account = account
        self.made = made
        self.bookmarks = bookmarks
    }

    /// The version of the format that this writes. A reader knows all versions up to its own.
    static let version = 1

    /// The file, and a sum of the bookmarks in it: two backups with the same sum hold the same.
    public func written() -> (bytes: [UInt8], check: String) {
        var text = "{\"cloudy\":\"backup\",\"version\":\(Self.version),\"device\":"
        JSONText.append(device, to: &text)
        text += ",\"account\":"
        JSONText.append(account, to: &text)
        text += ",\"made\":\(Decimal.text(made))}\n"
        var bytes = Array(text.utf8)
        let start = bytes.count
        for (id, fields) in bookmarks.sorted(by: { $0.key < $1.key }) {
            var line = "{\"id\":"
            JSONText.append(id, to: &line)
            line += ",\"fields\":"
            Self.append(fields, to: &line)
            line += "}\n"
            bytes += line.utf8
        }
        let check = Self.check(bytes[start...])
        bytes += "{\"end\":\(bookmarks.count),\"check\":\"\(check)\"}\n".utf8
        return (bytes, check)
    }

    /// FNV-1a with 64 bits.
    static func check(_ bytes: ArraySlice<UInt8>) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return String(hash, radix: 16)
    }

    private static func append(_ fields: [String: PropertyListValue], to text: inout String) {
        text += "{"
        for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { text += "," }
            JSONText.append(field.key, to: &text)
            text += ":"
            append(field.value, to: &text)
        }
        text += "}"
    }

    private static func append(_ value: PropertyListValue, to text: inout String) {
        switch value {
        case .string(let string): JSONText.append(string, to: &text)
        case .boolean(let truth): text += truth ? "true" : "false"
        case .integer(let number): text += "{\"integer\":\"\(number)\"}"
        case .real(let number): text += "{\"real\":\"\(number)\"}"
        case .date(let seconds): text += "{\"date\":\"\(seconds)\"}"
        case .data(let bytes):
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            text += "{\"data\":\"\(digits)\"}"
        case .dictionary(let fields):
            text += "{\"dictionary\":"
            append(fields, to: &text)
            text += "}"
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                append(value, to: &text)
            }
            text += "]"
        }
    }
}
