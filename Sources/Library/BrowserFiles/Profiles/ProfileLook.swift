import Bookmarks

/// Looks at a profile of a browser, and applies the browser's changes since the last look.
///
/// ``BrowserMerge`` uses the tree of the last look like the served text of an upload. Changes of
/// Cloudy since then stay, and a page that Cloudy deleted comes back only if the browser changes
/// it.
public struct ProfileLook {
    /// The result of a look.
    public struct Outcome: Sendable, Hashable {
        /// Whether the profile was never looked at before.
        public var isFirst = false
        public var added = 0
        public var changed = 0
        public var deleted = 0
        /// The number of bookmarks that the browser deleted, if it is so large that a person must
        /// decide.
        public var held = 0

        public init() {}
    }

    /// Choices for a look.
    public struct Options: Sendable, Hashable {
        /// Whether to take everything in the browser, not only changes. Nothing is deleted then.
        public var takesAll: Bool
        /// Whether to accept any number of deletions.
        public var acceptsDeletions: Bool

        public init(takesAll: Bool = false, acceptsDeletions: Bool = false) {
            self.takesAll = takesAll
            self.acceptsDeletions = acceptsDeletions
        }
    }

    /// Returns the name under which the library stores facts about a profile. No browser's file has
    /// such a name.
    public static func name(ofProfile path: String) -> String { FileLibrary.profilePrefix + path }

    /// Whether a profile was looked at before.
    public static func isKnown(_ path: String, in library: any BrowserLibrary) throws -> Bool {
        try library.latestServed(to: credential, ofFile: name(ofProfile: path)) != nil
    }

    /// Takes the browser's changes. The edits and the facts for the next look are stored
    /// atomically.
    ///
    /// - Parameters:
    ///   - tree: the current bookmarks of the profile.
    ///   - path: the path of the profile.
    ///   - now: the current time, in milliseconds since 1970.
    public static func take(
        _ tree: BrowserTree, ofProfile path: String, _ options: Options = Options(), now: Int64,
        into library: any BrowserLibrary
    ) throws -> Outcome {
        let name = name(ofProfile: path)
        let kept = try library.latestServed(to: credential, ofFile: name)
        let last = kept.flatMap { LastLook(reading: $0.bytes) }
        if let last, !options.takesAll, isSame(tree, last) {
            // The browser may have restored its deleted bookmarks.
            try library.releaseDeletions(inFile: name)
            return Outcome()
        }
        let contents = try library.contents(ofFile: name, withDeleted: true)
        var look = ProfileLook(tree, last, contents, options)
        try look.merge(
            deletedBefore: library.deletions(since: now - BrowserMerge.deletionRun, inFile: name),
            random: library.random)
        let base = ServedText(
            range: 0, credential: credential, time: now, bytes: look.next.bytes, versions: [])
        if look.edit.isEmpty {
            try library.keep(base, look.numbering, held: look.held, ofFile: name)
        } else {
            var upload = MergedUpload(
                edit: look.edit, numbering: look.numbering, held: look.held, base: base, bytes: [],
                credential: credential, time: now)
            upload.holdsAll = true
            try library.commit(upload, toFile: name)
        }
        return look.outcome
    }

    /// Keeps bookmarks that a profile deleted; later looks ignore their deletion.
    ///
    /// - Parameter now: the current time, in milliseconds since 1970.
    public static func keep(
        _ ids: [String], ofProfile path: String, now: Int64, in library: any BrowserLibrary
    ) throws {
        let name = name(ofProfile: path)
        guard let served = try library.latestServed(to: credential, ofFile: name),
            var last = LastLook(reading: served.bytes)
        else { return }
        let contents = try library.contents(ofFile: name, withDeleted: false)
        let kept = Set(ids)
        last.items.removeAll { item in
            guard case .bookmark(let id)? = contents.numbering[item.entry.number]?.kind else {
                return false
            }
            return kept.contains(id)
        }
        let base = ServedText(
            range: 0, credential: credential, time: now, bytes: last.bytes, versions: [])
        try library.keep(base, contents.numbering, held: [], ofFile: name)
    }

    private static let credential = "profile"

    private let tree: BrowserTree
    private let last: LastLook?
    private let library: FileLibrary
    private let options: Options
    private var numbering: Numbering
    private var edit = LibraryEdit()
    private var next = LastLook()
    private var outcome = Outcome()
    /// The bookmarks whose deletion waits for a person.
    private var held: [String] = []

    private init(
        _ tree: BrowserTree, _ last: LastLook?, _ contents: FileContents, _ options: Options
    ) {
        self.tree = tree
        self.last = last
        library = contents.library
        numbering = contents.numbering
        self.options = options
    }

    private static func isSame(_ tree: BrowserTree, _ last: LastLook) -> Bool {
        guard tree.items.count == last.items.count else { return false }
        var numbers = ["": 0]
        for item in last.items { numbers[item.guid] = item.entry.number }
        return zip(tree.items, last.items).allSatisfy { item, old in
            item.guid == old.guid && numbers[item.parent] == old.entry.parent
                && XBELText.title(item.title) == old.entry.title
                && item.url.map(XBELText.url) == old.entry.url && item.tags == old.tags
        }
    }

    private mutating func merge(
        deletedBefore earlier: Int, random: @escaping () -> UInt64
    ) throws {
        let upload = upload()
        let base = options.takesAll ? nil : last
        let merged = BrowserMerge.merge(
            upload, base: base.map { versioned($0.file) }, into: library, numbering,
            deletedBefore: earlier, brakes: !options.acceptsDeletions, random: random)
        numbering = merged.numbering
        outcome.isFirst = last == nil
        note(upload, merged.resolved)
        if last == nil, !options.takesAll {
            // Only later changes count.
            let dropped = Set(merged.edit.additions.map(\.id))
            for id in dropped { numbering.numbers[id].map { numbering.set($0, nil) } }
            return
        }
        edit = merged.edit
        // The browser does not show archived bookmarks, so they are not missing.
        edit.deletions.removeAll { library.items[$0.id]?.bookmark.isArchived == true }
        takeTags()
        held = merged.held.filter { library.items[$0]?.bookmark.isArchived == false }
        if !held.isEmpty { keepMissing() }
        outcome.added = edit.additions.count
        outcome.changed = edit.changes.count { $0.revives || $0.original != $0.edited }
        outcome.deleted = edit.deletions.count
        outcome.held = held.count
    }

    /// Returns the tree with the numbers of the last look, and fresh ones for new items.
    private mutating func upload() -> XBELFile {
        var numbers = ["": 0]
        for item in last?.items ?? [] { numbers[item.guid] = item.entry.number }
        let entries = tree.items.map { item in
            let number = numbers[item.guid] ?? numbering.takeNumber()
            numbers[item.guid] = number
            return XBELFile.Entry(
                number: number, parent: numbers[item.parent] ?? 0,
                title: XBELText.title(item.title), url: item.url.map(XBELText.url))
        }
        return XBELFile(entries: entries)
    }

    /// Returns the base of the merge. A browser does not see Cloudy's changes of a bookmark, so its
    /// deletion counts despite them: the trash keeps the whole bookmark.
    private func versioned(_ file: XBELFile) -> BrowserMerge.Base {
        BrowserMerge.Base(file: file, versions: numbering.versions(of: file.entries, in: library))
    }

    /// Stores the tree for the next look, with the numbers of its items.
    private mutating func note(_ upload: XBELFile, _ resolved: [Int: Int]) {
        next.items = zip(tree.items, upload.entries).map { item, entry in
            var entry = entry
            entry.number = resolved[entry.number] ?? entry.number
            entry.parent = resolved[entry.parent] ?? entry.parent
            return LastLook.Item(guid: item.guid, entry: entry, tags: item.tags)
        }
    }

    /// Keeps the browser's deletions for the next look, which finds them again.
    private mutating func keepMissing() {
        let there = Set(next.items.map(\.guid))
        next.items += (last?.items ?? []).filter { !there.contains($0.guid) }
    }

    // MARK: Tags

    private mutating func takeTags() {
        var old: [String: [String]] = [:]
        for item in last?.items ?? [] where !options.takesAll { old[item.guid] = item.tags }
        let additions = Dictionary(
            edit.additions.enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        var changes = Dictionary(
            edit.changes.enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        for item in next.items where item.entry.url != nil {
            guard case .bookmark(let id)? = numbering[item.entry.number]?.kind else { continue }
            let before = old[item.guid] ?? []
            let isKnown = old[item.guid] != nil
            guard before != item.tags || !isKnown && !item.tags.isEmpty else { continue }
            if let index = additions[id] {
                var draft = edit.additions[index].draft
                draft.tags = Tags.unique(item.tags)
                if draft.refusal() == nil { edit.additions[index].draft = draft }
                continue
            }
            let index = changes[id]
            guard let now = library.latest(id)?.draft else { continue }
            var change =
                index.map { edit.changes[$0] }
                ?? LibraryEdit.Change(id: id, original: now, edited: now, revives: isKnown)
            let kept = Set(item.tags.map { $0.lowercased() })
            let removed = Set(before.map { $0.lowercased() }).subtracting(kept)
            let added = item.tags.filter { !before.contains($0) }
            change.edited.tags = Tags.unique(
                now.tags.filter { !removed.contains($0.lowercased()) } + added)
            if change.edited.tags == now.tags && index == nil { continue }
            guard change.edited.refusal(after: change.original) == nil else { continue }
            if let index {
                edit.changes[index] = change
            } else {
                changes[id] = edit.changes.count
                edit.changes.append(change)
            }
        }
    }
}
