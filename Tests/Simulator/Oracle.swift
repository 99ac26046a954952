import Replication

/// Knows what people typed, and what they saw at the time, but nothing of version vectors.
///
/// Every edit writes a unique token. An author who writes a field knowingly replaces the value that
/// shows in it, and the values that are kept of it. An author who deletes a key knowingly deletes
/// everything that shows and is kept under it.
struct Oracle: Sendable {
    struct Token: Sendable {
        var key: String
        var field: String
        var account: Int
        /// The tokens that the author knowingly replaced.
        var parents: [Int]
        /// The tokens deleted under the key before, as the author saw it.
        var past: [Int] = []
        /// Whether the author saw no value under the key.
        var isNewborn = false
    }

    struct Deletion: Sendable {
        var key: String
        var account: Int
        /// The tokens that showed and were kept at the time of the deletion.
        var seen: [Int]
        var isKnownToNobody = false
    }

    private(set) var tokens: [Token] = []
    private(set) var deletions: [Deletion] = []
    /// The tags that an author removed.
    private(set) var removed: Set<Int> = []
    /// The tokens that existed only in what was destroyed.
    private(set) var destroyed: Set<Int> = []
    /// Keys with more lost values than a record keeps.
    private(set) var overflowing: Set<String> = []
    /// Keys that may come back after a deletion, for a reason given in
    /// Docs/Internals/Simulation.md.
    private(set) var mayReturn: Set<String> = []

    /// Keys that an author restored, so that an older value shows again.
    private(set) var restoredKeys: Set<String> = []

    /// Keys whose last value was purged, or collected early, so that a later edit does not bring it
    /// back.
    private(set) var purgedKeys: Set<String> = []

    static func text(_ token: Int) -> PropertyListValue { .string("t\(token)") }

    /// The token that is written as `value`.
    static func token(_ value: PropertyListValue?) -> Int? {
        guard let text = value?.string, text.utf8.first == UInt8(ascii: "t") else { return nil }
        return Int(text.dropFirst())
    }

    /// The number of the next token.
    var next: Int { tokens.count }

    mutating func edited(_ key: String, _ field: String, account: Int, seeing record: Record?) {
        var parents: [Int] = []
        if let record, field != "tags" {
            if let value = record.value {
                let shown = field.isEmpty ? value : value.dictionary?[field]
                if let token = Self.token(shown) { parents.append(token) }
            }
            for loser in record.superseded where loser.field == field {
                if let token = Self.token(loser.value) { parents.append(token) }
            }
        }
        var token = Token(key: key, field: field, account: account, parents: parents)
        if let record, record.isTombstone { token.past = Self.tokens(in: record) }
        token.isNewborn = record?.value == nil
        tokens.append(token)
    }

    mutating func deleted(_ key: String, account: Int, seeing record: Record) {
        deletions.append(
            Deletion(key: key, account: account, seen: Self.tokens(in: record)))
    }

    mutating func untagged(_ token: Int) {
        removed.insert(token)
        // An edit without a token, which a deletion may not have seen.
        mayReturn.insert(tokens[token].key)
    }
    /// Notes that an author knowingly purged tokens, and with them those that others had deleted
    /// under the key.
    mutating func purged(_ key: String, seeing record: Record) {
        removed.formUnion(Self.tokens(in: record))
        purgedKeys.insert(key)
    }
    /// Notes that a tombstone of the key is gone, although some device may not know it yet.
    mutating func collected(_ key: String) { purgedKeys.insert(key) }
    mutating func restored(_ key: String) { restoredKeys.insert(key) }
    mutating func allowReturn(of key: String) { mayReturn.insert(key) }

    /// Notes that a store of records was destroyed while `others` remain.
    mutating func destroyed(_ lost: [(String, Record)], others: [(String, Record)]) {
        var present: Set<Int> = []
        // The tokens that deletions elsewhere have seen; `nil` stands for all, if they were purged.
        var deletedElsewhere: [String: [Set<Int>?]] = [:]
        for (key, record) in others {
            let tokens = Self.tokens(in: record)
            present.formUnion(tokens)
            guard record.isTombstone else { continue }
            let seen = record.latestValue.map { _ in withAncestors(tokens, andPast: true) }
            deletedElsewhere[key, default: []].append(seen)
        }
        for (key, record) in lost {
            destroyed.formUnion(Self.tokens(in: record).filter { !present.contains($0) })
            // A value that was written after a deletion also knew of the deletion.
            for index in deletions.indices where deletions[index].key == key {
                let isKnown = (deletedElsewhere[key] ?? []).contains { seen in
                    seen?.isSuperset(of: deletions[index].seen) ?? true
                }
                if !isKnown { deletions[index].isKnownToNobody = true }
            }
        }
    }

    /// Whether an author created the key again after a deletion, so that it begins without the
    /// deleted values.
    func wasReborn(_ key: String) -> Bool {
        if purgedKeys.contains(key) { return true }
        let newborn = tokens.filter { $0.key == key && $0.isNewborn }
        return newborn.contains { !$0.past.isEmpty } || newborn.count > 1
    }

    mutating func stored(_ key: String, _ record: Record) {
        if record.superseded.count >= Record.maximumSuperseded { overflowing.insert(key) }
    }

    /// The tokens that show or are kept in a record.
    static func tokens(in record: Record) -> [Int] {
        var found: [Int] = []
        if let value = record.latestValue { collect(value, into: &found) }
        for loser in record.superseded {
            if let value = loser.value { collect(value, into: &found) }
        }
        return found
    }

    private static func collect(_ value: PropertyListValue, into found: inout [Int]) {
        switch value {
        case .array(let elements): for element in elements { collect(element, into: &found) }
        case .dictionary(let fields):
            for name in fields.keys.sorted() { collect(fields[name] ?? .array([]), into: &found) }
        default: if let token = token(value) { found.append(token) }
        }
    }

    /// These tokens, and all tokens that were replaced on the way to them.
    ///
    /// - Parameter andPast: whether to include what had been deleted before.
    func withAncestors(_ roots: some Sequence<Int>, andPast: Bool = false) -> Set<Int> {
        var reached = Set(roots)
        var waiting = Array(reached)
        while let token = waiting.popLast() {
            let parents = tokens[token].parents + (andPast ? tokens[token].past : [])
            for parent in parents where reached.insert(parent).inserted { waiting.append(parent) }
        }
        return reached
    }
}
