import Bookmarks

/// The changes that a sync may make in the library: only those that its browser made since its last
/// sync.
///
/// Bookmarks are identified by the words of their addresses.
struct SyncPromises {
    /// The edits that a browser made to a bookmark since its last sync.
    private struct Edit {
        var isRenamed = false
        var isMoved = false
        var isRemoved = false
    }

    private var edits: [String: Edit] = [:]
    /// The words of several bookmarks: a browser that forgot its last sync adds its bookmarks
    /// again, in another folder.
    private var doubled: Set<String> = []
    /// Whether folders may move with their contents.
    var hasEditedFolders = false
    private let isKnown: Bool
    /// The words of bookmarks in which the browser differs from the library since then.
    private let lagging: Set<String>
    /// The bookmarks as they were after the browser's last sync; empty if that is unknown.
    private let seen: [String: BookmarkDraft]

    /// - Parameters:
    ///   - profile: the browser before its sync.
    ///   - isKnown: whether the previous sync was completed.
    init(
        _ profile: FloccusProfile, isKnown: Bool, seen: [String: BookmarkDraft],
        lagging: Set<String>
    ) {
        self.seen = seen
        self.isKnown = isKnown
        self.lagging = lagging
        let ids = Dictionary(
            profile.numbers.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
        for (number, old) in profile.cache?.items ?? [:] {
            let now = ids[number].flatMap { profile.local.items[$0] }
            let parent = now.flatMap { $0.parent == 0 ? 0 : profile.numbers[$0.parent] }
            let edit = Edit(
                isRenamed: now?.title != old.title, isMoved: parent != old.parent,
                isRemoved: now == nil)
            if let url = old.url {
                let word = BrowserWorld.word(url)
                if edits.updateValue(edit, forKey: word) != nil { doubled.insert(word) }
            } else if edit.isRenamed || edit.isMoved {
                hasEditedFolders = true
            }
        }
    }

    /// Whether the browser removed a bookmark.
    private func isRemoved(_ old: BookmarkDraft) -> Bool {
        edits[BrowserWorld.word(old.url)]?.isRemoved == true
    }

    /// Whether a bookmark was edited since the browser's last sync.
    private func isUnseen(_ id: String, _ now: BookmarkDraft) -> Bool {
        seen[id].map { $0 != now } ?? false
    }

    /// The bookmarks that the browser removed but that stay: others edited them since, or the
    /// browser did not have their current version yet.
    func kept(_ before: [String: BookmarkDraft], _ after: [String: Bookmark]) -> [BookmarkDraft] {
        before.filter { id, old in
            isRemoved(old) && after[id]?.url == old.url
                && (isUnseen(id, old) || lagging.contains(BrowserWorld.word(old.url)))
        }.map(\.value)
    }

    /// The promises that a completed sync broke, a line each.
    ///
    /// - Parameter before: the bookmarks before the merge.
    func problems(_ before: [String: BookmarkDraft], _ after: [String: Bookmark]) -> [String] {
        if !isKnown { return [] }
        var ids: [String: [String]] = [:]
        for (id, old) in before { ids[BrowserWorld.word(old.url), default: []].append(id) }
        return ids.sorted { $0.key < $1.key }.flatMap { word, ids -> [String] in
            guard ids.count == 1, !doubled.contains(word), let old = before[ids[0]] else {
                return []
            }
            return problems(ids[0], old, after[ids[0]]).map { "\($0): \(old)" }
        }
    }

    private func problems(_ id: String, _ old: BookmarkDraft, _ after: Bookmark?) -> [String] {
        // The browser's edit is found by the address, which may have changed in the library.
        guard let edit = edits[BrowserWorld.word(old.url)] else { return [] }
        guard let after else {
            if !edit.isRemoved { return ["deleted, although the browser has it"] }
            guard let seen = seen[id] else { return [] }
            return seen.name != old.name || seen.tags != old.tags
                ? ["deleted by a browser that did not see the edit"] : []
        }
        var problems: [String] = []
        if after.name != old.name {
            if !edit.isRenamed { problems.append("renamed to \(after.name) without an edit") }
            if let seen = seen[id], seen.name != old.name,
                !after.lostValues.contains(where: { $0.text == old.name })
            {
                problems.append("its name was lost to \(after.name)")
            }
        }
        if after.folder != old.folder, !edit.isMoved, !hasEditedFolders {
            problems.append("moved to \(after.folder) without an edit")
        }
        return problems
    }
}
