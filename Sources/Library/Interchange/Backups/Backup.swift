public import Replication

// A backup is a text of lines, each of them JSON:
//
//     {"cloudy":"backup","version":1,"device":"laptop","account":"default","made":1763776800}
//     {"id":"7k3q…","fields":{"url":"https://swift.org","added":{"date":"1763776800.25"}}}
//     {"id":"m2x8…","fields":{…},"note":{"added":1763776801.5,"changed":1763776801.5,"text":"…"}}
//     …
//     {"end":2,"check":"9ae16a3b2f90404f"}
//
// It has all fields of the store, including those unknown to this version. Values that JSON cannot
// distinguish, or would round, are written as objects with the name of their type. A note without
// text was not on the device. A reader that knows no notes skips them. The last line reveals
// missing or changed lines.

/// A copy of a device's bookmarks and notes at one moment.
public struct Backup: Sendable, Hashable {
    /// The name of the device that made the backup.
    public var device: String
    /// The account of the bookmarks.
    public var account: String
    /// The time when the backup was made, in seconds since 1970.
    public var made: Double
    /// The fields of each bookmark, by its id.
    public var bookmarks: [String: [String: PropertyListValue]]
    /// The notes, by the ids of their bookmarks.
    public var notes: [String: Note]

    public init(
        device: String, account: String, made: Double,
        bookmarks: [String: [String: PropertyListValue]], notes: [String: Note] = [:]
    ) {
        self.device = device
        self.account = account
        self.made = made
        self.bookmarks = bookmarks
        self.notes = notes
    }

    /// The version of the format that Cloudy writes. It reads all versions up to this one.
    static let version = 1

    /// The beginning of every version's backups.
    static let beginning = "{\"cloudy\":\"backup\","

    /// Returns the file, and a checksum of its bookmarks: backups with the same checksum have the
    /// same bookmarks and notes.
    public func written() -> (bytes: [UInt8], check: String) {
        var bytes = Array("\(Self.beginning)\"version\":\(Self.version),\"device\":".utf8)
        JSONText.append(device, to: &bytes)
        bytes += ",\"account\":".utf8
        JSONText.append(account, to: &bytes)
        bytes += ",\"made\":\(Decimal.text(made))}\n".utf8
        let start = bytes.count
        for (id, fields) in bookmarks.sorted(by: { $0.key < $1.key }) {
            bytes += "{\"id\":".utf8
            JSONText.append(id, to: &bytes)
            bytes += ",\"fields\":".utf8
            Self.append(fields, to: &bytes)
            if let note = notes[id] {
                bytes += ",\"note\":".utf8
                Self.append(note, to: &bytes)
            }
            bytes += "}\n".utf8
        }
        let check = Self.check(bytes[start...])
        bytes += "{\"end\":\(bookmarks.count),\"check\":\"\(check)\"}\n".utf8
        return (bytes, check)
    }

    static func check(_ bytes: ArraySlice<UInt8>) -> String {
        String(FNV1a(bytes).value, radix: 16)
    }

    private static func append(
        _ fields: [String: PropertyListValue], to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(ascii: "{"))
        for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.append(field.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(field.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func append(_ value: PropertyListValue, to bytes: inout [UInt8]) {
        switch value {
        case .string(let string): JSONText.append(string, to: &bytes)
        case .boolean(let truth): bytes += (truth ? "true" : "false").utf8
        case .integer(let number): bytes += "{\"integer\":\"\(number)\"}".utf8
        case .unsigned(let number): bytes += "{\"unsigned\":\"\(number)\"}".utf8
        case .referenceDate(let seconds): bytes += "{\"referenceDate\":\"\(seconds)\"}".utf8
        case .real(let number): bytes += "{\"real\":\"\(number)\"}".utf8
        case .date(let seconds): bytes += "{\"date\":\"\(seconds)\"}".utf8
        case .data(let octets): bytes += "{\"data\":\"\(hexadecimal(octets))\"}".utf8
        case .dictionary(let fields):
            bytes += "{\"dictionary\":".utf8
            append(fields, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }
}
