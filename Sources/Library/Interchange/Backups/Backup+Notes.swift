extension Backup {
    /// The most bytes of notes in a backup, so that every backup can be read again.
    public static let mostNoteBytes = 128 << 20

    /// The note of a bookmark.
    public struct Note: Sendable, Hashable {
        /// The text, byte for byte; `nil` if the device that made the backup did not have it.
        public var text: [UInt8]?
        /// The time when the note was begun, in seconds since 1970.
        public var added: Double
        /// The time when the text was written.
        public var changed: Double

        public init(text: [UInt8]?, added: Double, changed: Double) {
            self.text = text
            self.added = added
            self.changed = changed
        }
    }

    static func append(_ note: Note, to bytes: inout [UInt8]) {
        JSONText.append(plain: "{\"added\":", to: &bytes)
        JSONText.append(number: note.added, to: &bytes)
        JSONText.append(plain: ",\"changed\":", to: &bytes)
        JSONText.append(number: note.changed, to: &bytes)
        if let content = note.text {
            if let text = String(validating: content, as: UTF8.self) {
                JSONText.append(plain: ",\"text\":", to: &bytes)
                JSONText.append(text, to: &bytes)
            } else {
                // JSON has no place for other bytes.
                bytes += ",\"data\":\"\(hexadecimal(content))\"".utf8
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    static func note(_ node: Node) throws(ImportError) -> Note {
        guard node.members != nil else { throw ImportError("the note is not an object") }
        func time(_ name: String) -> Double { node[name]?.text.flatMap(Double.init) ?? 0 }
        var text: [UInt8]?
        if let string = node["text"]?.string {
            text = Array(string.utf8)
        } else if let bytes = node["data"]?.string.flatMap(octets) {
            text = bytes
        } else if node["text"] != nil || node["data"] != nil {
            throw ImportError("the text of the note cannot be read")
        }
        return Note(text: text, added: time("added"), changed: time("changed"))
    }

    static func hexadecimal(_ octets: [UInt8]) -> String {
        octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns the bytes of hexadecimal digits; `nil` for any other text.
    static func octets(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[index...(index + 1)], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
