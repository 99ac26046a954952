/// The key with which a device seals what goes to a server. Whoever has it, and gets at the server,
/// can read everything.
public struct SealingKeyFile: Sendable, Hashable {
    /// The server at which it was made, or fitted last. Another one gets nothing unless it fits
    /// there.
    public var url: String
    /// What the key is called, which says nothing of it.
    public var id: String
    /// The secret that all of it is made from.
    public var current: [UInt8]
    /// The one before, while it is being replaced from this device.
    public var previous: [UInt8]?
    /// What the names of records are made with.
    public var names: [UInt8]

    /// The key of a server.
    public init(
        url: String, id: String, current: [UInt8], previous: [UInt8]? = nil, names: [UInt8]
    ) {
        self.url = url
        self.id = id
        self.current = current
        self.previous = previous
        self.names = names
    }

    /// Lines of a word and what it is.
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

/// What a device remembers of a sealed cloud.
public struct SealingNotes: Sendable, Hashable {
    /// The highest generation of the account's keys that was ever seen; 0 before the first.
    public var generation: Int64 = 0
    /// When the cloud was found sealed with a key that this device has not, in milliseconds since
    /// 1970; `nil` when it is not, 0 when nobody knows.
    public var lockedSince: Int64?
    /// What the key is called that the device had then, empty for none; `nil` when nobody knows.
    public var lockedWith: String?
    /// How many records lie there in plain that wait for room to be sealed, by their stores.
    public var unsealed: [String: Int] = [:]
    /// What the keys are called that this device had, and that were replaced.
    public var former: Set<String> = []
    /// The names of records that cannot be opened, by their stores; that of the account is empty.
    public var unreadable: [String: Set<String>] = [:]

    /// Of a cloud that was never seen.
    public init() {}

    /// Whether the cloud is sealed with a key that this device has not.
    public var isLocked: Bool { lockedSince != nil }

    /// Whether it is sealed with a key that a device has not that has the key called so. What was
    /// found without that key says nothing of it.
    public func isLocked(for key: String?) -> Bool {
        isLocked && (lockedWith.map { $0 == key ?? "" } ?? true)
    }

    /// How many records lie there in plain that wait for room to be sealed.
    public var unsealedCount: Int { unsealed.values.reduce(0, +) }

    /// How many records cannot be opened.
    public var unreadableCount: Int { unreadable.values.reduce(0) { $0 + $1.count } }

    /// So many are remembered by name, of each store.
    private static let maximumNames = 10_000

    /// The notes of a server; those of another one are none.
    init(text: String, url: String) {
        let lines = SealingLines(text)
        guard lines.first("cloud") == url else { return }
        generation = lines.first("generation").flatMap { Int64($0) } ?? 0
        if let words = lines.first("locked")?.split(separator: " ") {
            lockedSince = words.first.flatMap { Int64($0) } ?? 0
            lockedWith = words.dropFirst().first.map { $0 == "-" ? "" : String($0) }
        }
        for line in lines.all("unsealed") {
            let (count, store) = Self.word(of: line)
            unsealed[store] = count.flatMap { Int($0) }
        }
        former = Set(lines.all("former"))
        for line in lines.all("unreadable") {
            let (name, store) = Self.word(of: line)
            if let name { unreadable[store, default: []].insert(name) }
        }
    }

    /// The first word of a line, and the store that it is about.
    private static func word(of line: String) -> (String?, store: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        return (words.first, words.count > 1 ? words[1] : "")
    }

    func text(url: String) -> String {
        var lines = ["cloud \(url)", "generation \(generation)"]
        if let lockedSince {
            let key = lockedWith.map { $0.isEmpty ? " -" : " \($0)" } ?? ""
            lines.append("locked \(lockedSince)\(key)")
        }
        for (store, count) in unsealed.sorted(by: { $0.key < $1.key }) {
            lines.append("unsealed \(count)" + (store.isEmpty ? "" : " \(store)"))
        }
        lines += former.sorted().map { "former \($0)" }
        for (store, names) in unreadable.sorted(by: { $0.key < $1.key }) {
            // A name with a space or a line in it was made by nobody's key, and is counted alike.
            let safe = names.map { $0.filter { !$0.isWhitespace } }.sorted()
            lines += safe.prefix(Self.maximumNames).map {
                "unreadable \($0)" + (store.isEmpty ? "" : " \(store)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// Lines that each begin with a word.
private struct SealingLines {
    private let lines: [(word: Substring, rest: Substring)]

    init(_ text: String) {
        lines = text.split(separator: "\n").map { line in
            let word = line.prefix { $0 != " " }
            return (word, line.dropFirst(word.count + 1))
        }
    }

    func all(_ word: String) -> [String] {
        lines.filter { $0.word == word }.map { String($0.rest) }
    }

    func first(_ word: String) -> String? { all(word).first }

    /// Two digits for each byte.
    func bytes(_ word: String) -> [UInt8]? {
        guard let text = first(word), text.count.isMultiple(of: 2) else { return nil }
        let digits = text.map(\.hexDigitValue)
        guard !digits.contains(nil), !digits.isEmpty else { return nil }
        let values = digits.compactMap { $0 }
        return stride(from: 0, to: values.count, by: 2).map {
            UInt8(values[$0] * 16 + values[$0 + 1])
        }
    }
}
