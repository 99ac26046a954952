import Documents

/// Knows what people wrote into documents, and nothing of how documents are stored.
struct DocumentOracle {
    /// A version that a person wrote.
    struct Written {
        var key: String
        var version: DocumentVersion
    }

    private(set) var written: [Written] = []
    /// The documents that a person deleted forever.
    private(set) var purged: Set<String> = []
    /// The versions that a person undid, as texts.
    private(set) var undone: Set<String> = []
    /// The versions and contents that existed only in what was destroyed.
    var destroyed: Set<String> = []
    var destroyedContents: Set<ChunkName> = []
    /// The contents of documents deleted forever that only the device of that person had. An edit
    /// made elsewhere meanwhile may bring the document back, but not these contents.
    private(set) var deletedContents: Set<ChunkName> = []
    /// The contents that a person dropped from a device.
    var dropped: Set<ChunkName> = []
    /// The contents that only steps of undo refer to, on devices that never had them.
    var neverFetched: Set<ChunkName> = []
    /// The lines that a person wrote into notes, and those that a person removed.
    private(set) var lines: [String: Set<String>] = [:]
    private(set) var removed: Set<String> = []
    /// Notes that can't be judged by their lines alone, since old versions show again or deletions
    /// happened.
    private(set) var odd: Set<String> = []
    private var tokens = 0

    /// A unique line.
    mutating func line() -> String {
        tokens += 1
        return "t\(tokens)"
    }

    mutating func wrote(_ key: String, _ version: DocumentVersion) {
        written.append(Written(key: key, version: version))
        undone.remove(Self.name(key, version))
    }

    mutating func wrote(_ key: String, lines new: [String], from old: [String]) {
        lines[key, default: []].formUnion(new.filter { $0.hasPrefix("t") })
        removed.formUnion(Set(old).subtracting(new))
    }

    /// Whether devices gave a document the same content more than once.
    func isWrittenAgain(_ key: String, _ content: ChunkName) -> Bool {
        written.count { $0.key == key && $0.version.content == content } > 1
    }

    mutating func tookBack(_ key: String, from before: Document?, to after: Document?) {
        let (old, new) = (Set(before?.versions ?? []), Set(after?.versions ?? []))
        undone.formUnion(old.subtracting(new).map { Self.name(key, $0) })
        undone.subtract(new.subtracting(old).map { Self.name(key, $0) })
    }

    mutating func isOdd(_ key: String) { odd.insert(key) }

    mutating func deletedForever(_ key: String, withContents contents: [ChunkName]) {
        purged.insert(key)
        odd.insert(key)
        deletedContents.formUnion(contents)
    }

    static func name(_ key: String, _ version: DocumentVersion) -> String {
        key + " " + version.text
    }

    /// Judges the documents on all devices, live or deleted.
    ///
    /// - Parameter merges: returns the number of times that a note was merged.
    func verdict(
        _ documents: [String: Document], merges: (String) -> Int
    ) throws(Violation) {
        for one in written where !purged.contains(one.key) {
            let name = Self.name(one.key, one.version)
            if undone.contains(name) || destroyed.contains(name) { continue }
            guard let document = documents[one.key] else {
                throw Violation(invariant: .versions, detail: "\(one.key) is gone")
            }
            let versions = document.versions + document.rivals
            if versions.contains(one.version) { continue }
            // Of versions that were made at the same moment, any may count as the later one.
            let later = written.count {
                $0.key == one.key && $0.version.made >= one.version.made
                    && $0.version != one.version
            }
            if later + merges(one.key) >= Document.mostVersions - 1 { continue }
            throw Violation(
                invariant: .versions,
                detail: "\(one.key) has \(versions.count) versions, but not \(one.version.text)")
        }
    }

    /// Judges the lines of a note whose versions were all merged.
    ///
    /// - Parameters:
    ///   - merges: the number of times that the note was merged.
    ///   - hadConflict: whether the note was ever in conflict. Then it may show a line twice, or a
    ///     line that only one side removed.
    func verdict(
        _ key: String, lines shown: [String], merges: Int, hadConflict: Bool
    ) throws(Violation) {
        // With more versions than a note keeps, the common one may be forgotten.
        let count = written.count { $0.key == key } + merges
        if odd.contains(key) || count >= Document.mostVersions { return }
        let all = lines[key] ?? []
        if let lost = all.subtracting(shown).subtracting(removed).min() {
            throw Violation(invariant: .lines, detail: "\(key) lacks the line \(lost): \(shown)")
        }
        if hadConflict { return }
        for line in shown where removed.contains(line) {
            throw Violation(invariant: .lines, detail: "\(key) shows the removed line \(line)")
        }
        guard Set(shown).count == shown.count else {
            throw Violation(invariant: .lines, detail: "\(key) shows a line twice: \(shown)")
        }
    }
}
