/// A device's notes about a sealed cloud.
public struct SealingNotes: Sendable, Hashable {
    /// The sealed account that was found in the cloud; `nil` if none was, empty if unknown.
    public private(set) var account: String?
    /// The highest generation of the keys that was seen in each sealed account, in any cloud.
    private var generations: [String: Int64] = [:]
    /// The time when the cloud was found sealed with a key that this device lacks, in milliseconds
    /// since 1970; `nil` if it is not, 0 if unknown.
    public var lockedSince: Int64?
    /// The id of the key that the device had then, empty for none; `nil` if unknown.
    public var lockedWith: String?
    /// The number of unencrypted records that wait for space to be sealed, by store.
    public var unsealed: [String: Int] = [:]
    /// The ids of this device's earlier keys.
    public var former: Set<String> = []
    /// The names of records that cannot be opened, by store; the account's own store is empty.
    public var unreadable: [String: Set<String>] = [:]

    /// Makes the notes about a cloud that the device has never seen.
    public init() {}

    /// Whether the cloud is sealed with a key that this device lacks.
    public var isLocked: Bool { lockedSince != nil }

    /// Returns whether the cloud is sealed with a key that a device with the key `key` lacks. What
    /// a device with another key found does not count.
    public func isLocked(for key: String?) -> Bool {
        isLocked && (lockedWith.map { $0 == key ?? "" } ?? true)
    }

    /// The number of unencrypted records that wait for space to be sealed.
    public var unsealedCount: Int { unsealed.values.reduce(0, +) }

    /// The number of records that cannot be opened.
    public var unreadableCount: Int { unreadable.values.reduce(0) { $0 + $1.count } }

    /// The most names to remember for each store.
    private static let maximumNames = 10_000

    /// Returns the highest generation seen of an account's keys; 0 before the first. A note for an
    /// account without a name applies to any account.
    public func generation(of account: String) -> Int64 {
        generations[account] ?? (self.account == "" ? generations[""] : nil) ?? 0
    }

    /// Notes a generation seen in an account, which becomes the account of this cloud. A higher
    /// earlier generation stays: another connection may have seen more since.
    public mutating func note(generation: Int64, of account: String) {
        if self.account == "" { generations[""] = nil }
        self.account = account
        generations[account] = max(generation, generations[account] ?? 0)
    }

    /// Returns these notes with the generations that `others` saw, which hold in any cloud.
    public func with(generationsOf others: SealingNotes) -> SealingNotes {
        var notes = self
        for (account, generation) in others.generations where account != "" {
            notes.generations[account] = max(generation, notes.generations[account] ?? 0)
        }
        return notes
    }

    /// The notes that also hold in another cloud or account.
    public var elsewhere: SealingNotes {
        var notes = SealingNotes()
        notes.generations = generations.filter { $0.key != "" }
        return notes
    }

    /// Reads the notes of a server; for another server, only those that hold everywhere.
    init(text: String, url: String) {
        let lines = SealingLines(text)
        for line in lines.all("generation") {
            let (count, account) = Self.word(of: line)
            generations[account] = count.flatMap { Int64($0) }
        }
        guard lines.first("cloud") == url else {
            self = elsewhere
            return
        }
        account = lines.first("account")
        if account == nil, generations[""] ?? 0 > 0 { account = "" }
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

    /// Returns the first word of a line, and the store or account that follows it.
    private static func word(of line: String) -> (String?, of: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        return (words.first, words.count > 1 ? words[1] : "")
    }

    func text(url: String) -> String {
        var lines = ["cloud \(url)"]
        if let account, !account.isEmpty { lines.append("account \(account)") }
        if let lockedSince {
            let key = lockedWith.map { $0.isEmpty ? " -" : " \($0)" } ?? ""
            lines.append("locked \(lockedSince)\(key)")
        }
        for (store, count) in unsealed.sorted(by: { $0.key < $1.key }) {
            lines.append("unsealed \(count)" + (store.isEmpty ? "" : " \(store)"))
        }
        lines += former.sorted().map { "former \($0)" }
        lines += generations.sorted(by: { $0.key < $1.key }).map {
            "generation \($0.value)" + ($0.key.isEmpty ? "" : " \($0.key)")
        }
        for (store, names) in unreadable.sorted(by: { $0.key < $1.key }) {
            // No key makes a name with white space, but such a name still counts.
            let safe = names.map { $0.filter { !$0.isWhitespace } }.sorted()
            lines += safe.prefix(Self.maximumNames).map {
                "unreadable \($0)" + (store.isEmpty ? "" : " \(store)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
