/// The key with which a device seals the records for a server. Anyone who has it and can reach the
/// server can read everything.
public struct SealingKeyFile: Sendable, Hashable {
    /// The server that the key was made for, or fitted last. The device sends nothing to another
    /// server unless the key fits there.
    public var url: String
    /// The public name of the key.
    public var id: String
    /// The secret that all other keys are derived from.
    public var current: [UInt8]
    /// The previous secret, while this device replaces it.
    public var previous: [UInt8]?
    /// The secret for the names of records.
    public var names: [UInt8]

    /// Makes the key for a server.
    public init(
        url: String, id: String, current: [UInt8], previous: [UInt8]? = nil, names: [UInt8]
    ) {
        self.url = url
        self.id = id
        self.current = current
        self.previous = previous
        self.names = names
    }

    /// Reads lines of a word and its value; `nil` if they are not a valid key.
    init?(text: String) {
        let words = SealingLines(text)
        guard words.first("cloudy-key") == "1", let url = words.first("cloud"),
            let id = words.first("id"), let current = words.bytes("current"),
            let names = words.bytes("names")
        else { return nil }
        self.init(
            url: url, id: id, current: current, previous: words.bytes("previous"), names: names)
    }

    var text: String {
        var lines = [
            "cloudy-key 1", "cloud \(url)", "id \(id)", "current \(Self.hexadecimal(current))",
            "names \(Self.hexadecimal(names))",
        ]
        if let previous { lines.append("previous \(Self.hexadecimal(previous))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
