import BookmarkLibrary
import Bookmarks
import BrowserFiles
import SeededRandom
import Testing

/// Two browsers with floccus and the library behind them, with random edits.
///
/// Every address contains a unique word, so that a bookmark can be found wherever it went.
final class BrowserWorld {
    let desk: BrowserDesk
    let profiles = [FloccusProfile("one"), FloccusProfile("two")]
    private var random: SplitMix
    /// Whether nothing fails, and nobody edits while a browser syncs.
    let isCalm: Bool
    /// The words of all addresses that were made, and of those that were deleted.
    var made: Set<String> = []
    var deleted: Set<String> = []
    /// The words of addresses that lost a conflict: two browsers gave one bookmark different
    /// addresses.
    var contested: Set<String> = []
    /// The fields of a bookmark that only the library has.
    struct Kept: Equatable {
        var tags: [String]
        var notes: String
        var added: Double
    }
    var kept: [String: Kept] = [:]
    private var count = 0
    private(set) var uploads = 0
    /// The bookmarks that were edited in the library since a browser read the file.
    private var edited: [String] = []
    /// The bookmarks as they were after the last sync of each browser, in calm worlds.
    private var seen: [String: [String: BookmarkDraft]] = [:]
    /// The words of bookmarks in which each browser differs from the library since then.
    private var lagging: [String: Set<String>] = [:]
    /// The browsers whose last sync was completed.
    private var settled: Set<String> = []
    /// The browsers that may have refused the last file, or lost their lock meanwhile.
    private var doubtful: Set<String> = []
    /// The problems found so far, a line each.
    var problems: [String] = []

    init(seed: UInt64) throws {
        desk = try BrowserDesk()
        random = SplitMix(seed: seed)
        isCalm = seed % 4 == 0
        for _ in 0..<Int.random(in: 0...12, using: &random) { try editLibrary() }
    }

    /// The latest events, to help find the cause of a problem.
    private(set) var trace: [String] = []

    private func note(_ line: String) {
        trace.append(line)
        if trace.count > 60 { trace.removeFirst() }
    }

    private func chance(_ one: Int, in many: Int) -> Bool {
        Int.random(in: 0..<many, using: &random) < one
    }

    private func pick<T>(_ values: [T]) -> T? { values.randomElement(using: &random) }

    private func newWord() -> String {
        count += 1
        made.insert("w\(count)w")
        return "w\(count)w"
    }

    private func newURL() -> String {
        let word = newWord()
        return pick([
            "https://\(word).example/", "https://\(word).example", "HTTPS://\(word).Example:443/ü",
        ]) ?? ""
    }

    static func word(_ url: String) -> String {
        url.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            .first { $0.hasPrefix("w") && $0.hasSuffix("w") && $0.count > 2 } ?? ""
    }

    private func title() -> String {
        pick(["a", "b & c", "", "d/e", "\"f\"", "g\(count)"]) ?? ""
    }

    private func delete(_ url: String?) { deleted.insert(Self.word(url ?? "")) }

    // MARK: Edits

    /// An edit in the library, by another program or device.
    private func editLibrary() throws {
        let all = try desk.bookmarks.sorted { $0.url < $1.url }
        let before = all.map { "\($0.folder)/\($0.name) <\($0.url)>" }
        defer {
            let after = (try? desk.bookmarks) ?? []
            note(
                "library: "
                    + after.map { "\($0.folder)/\($0.name) <\($0.url)>" }
                    .difference(from: before).map { "\($0)" }.joined(separator: " "))
        }
        let id = pick(all.map(\.id))
        let folders = ["", "x", "x/y", "z", "d\u{2215}e", "new\(count)"]
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3:
            let url = newURL()
            let id = try desk.add(
                title(), url, folder: pick(folders) ?? "", tags: ["t\(count)"],
                notes: "n\(count)")
            try keep(id)
        case 4:
            guard let id else { return }
            try desk.change(id) { $0.name = title() + ", in Cloudy" }
            edited.append(id)
        case 5:
            guard let id else { return }
            try desk.change(id) { $0.folder = pick(folders) ?? "" }
            edited.append(id)
        case 6:
            guard let id else { return }
            count += 1
            try desk.change(id) { $0.tags.append("more\(count)") }
            edited.append(id)
            try keep(id)
        case 7:
            guard let bookmark = pick(all) else { return }
            delete(bookmark.url)
            try desk.controller.delete(ids: [bookmark.id])
        case 8:
            let paths = Set(all.map(\.folder)).subtracting([""]).sorted()
            guard let path = pick(paths) else { return }
            _ = try? desk.controller.rename(
                folder: path, to: pick(["x", "renamed\(count)", "z/deep"]) ?? "")
        default:
            guard let id, let other = pick(all.map(\.id)), id != other else { return }
            _ = try desk.controller.put(
                [id], at: desk.controller.places(amongAll: [id], .before(other)))
        }
    }

    private func keep(_ id: String) throws {
        guard let bookmark = try desk.bookmark(id) else { return }
        kept[id] = Kept(tags: bookmark.tags, notes: bookmark.notes, added: bookmark.added)
    }

    /// An edit in a browser.
    private func edit(_ profile: FloccusProfile) {
        var local = profile.local
        let (folder, bookmark) = (pick(local.folders) ?? 0, pick(local.bookmarks))
        let index = Int.random(in: 0...3, using: &random)
        switch Int.random(in: 0..<11, using: &random) {
        case 0...2:
            local.add(
                profile.newID(),
                .init(title: title(), url: FloccusTree.normalized(newURL()), parent: folder),
                at: chance(1, in: 2) ? index : nil)
        case 3:
            local.add(profile.newID(), .init(title: "folder\(count)", url: nil, parent: folder))
        case 4:
            if let bookmark { local.items[bookmark]?.title = title() + ", in a browser" }
        case 5:
            if folder != 0 { local.items[folder]?.title = "renamed \(count)" }
        case 6:
            if let bookmark { local.move(bookmark, to: folder, at: index) }
        case 7:
            if let other = pick(local.folders), other != 0 { local.move(other, to: folder) }
        case 8:
            guard let bookmark else { return }
            delete(local.items[bookmark]?.url)
            local.remove(bookmark)
        case 9:
            guard folder != 0 else { return }
            for id in local.below(folder) { delete(local.items[id]?.url) }
            local.remove(folder)
        default:
            // Floccus takes another address for another bookmark.
            guard let bookmark, var item = local.items[bookmark] else { return }
            delete(item.url)
            let place = local.order[item.parent]?.firstIndex(of: bookmark)
            local.remove(bookmark)
            item.url = FloccusTree.normalized(newURL())
            local.add(profile.newID(), item, at: place)
        }
        count += 1
        let lines = local.outline.difference(from: profile.local.outline).map { "\($0)" }
        note("\(profile.credential): " + lines.joined(separator: " "))
        profile.local = local
    }

    /// Edits a bookmark both in a browser and in the library, before either has the other's edit.
    private func editBoth(_ profile: FloccusProfile) throws {
        guard let id = pick(profile.local.bookmarks), var item = profile.local.items[id] else {
            return
        }
        let word = Self.word(item.url ?? "")
        guard let bookmark = try desk.bookmarks.first(where: { Self.word($0.url) == word }) else {
            return
        }
        count += 1
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            item.title = "here \(count)"
            profile.local.items[id] = item
        case 1: profile.local.move(id, to: pick(profile.local.folders) ?? 0)
        case 2:
            delete(item.url)
            profile.local.remove(id)
        default:
            delete(item.url)
            let place = profile.local.order[item.parent]?.firstIndex(of: id)
            profile.local.remove(id)
            item.url = FloccusTree.normalized(newURL())
            profile.local.add(profile.newID(), item, at: place)
        }
        let folder = pick(["", "x", "z", "there \(count)"]) ?? ""
        let field = Int.random(in: 0..<3, using: &random)
        try desk.change(bookmark.id) { draft in
            switch field {
            case 0: draft.name = "there \(count)"
            case 1: draft.folder = folder
            default: draft.tags.append("both\(count)")
            }
        }
        if field == 2 { try keep(bookmark.id) }
        note("both: \(bookmark.folder)/\(bookmark.name) <\(bookmark.url)>")
    }

    // MARK: Rounds

    /// Makes some edits everywhere, and syncs one browser.
    func round() throws {
        let profile = profiles[chance(1, in: 2) ? 0 : 1]
        for _ in 0..<Int.random(in: 0...3, using: &random) { edit(profile) }
        if chance(1, in: 2) { try editLibrary() }
        if chance(1, in: 3) { try editBoth(profile) }
        let stop = !isCalm && chance(1, in: 8) ? Int.random(in: 0..<12, using: &random) : .max
        let failure = !isCalm && chance(1, in: 12) ? Int.random(in: 2..<9, using: &random) : .max
        edited = []
        try sync(profile, stop: stop, failure: failure) {
            if self.isCalm { return }
            if self.chance(1, in: 12) {
                self.desk.now += BrowserFolder.lockDuration
                try self.sync(self.profiles.first { $0 !== profile } ?? profile)
            }
            let before = try self.desk.bookmarks.map(\.draft)
            self.edited = []
            if self.chance(1, in: 2) { try self.editLibrary() }
            if try self.desk.bookmarks.map(\.draft) == before { self.edited = [] }
        }
        for id in edited where try desk.bookmark(id) == nil {
            problems.append("the edit of \(id) was lost to a deletion that did not see it")
        }
        desk.now += Int64.random(in: 1...400_000, using: &random)
        try check()
    }

    func sync(
        _ profile: FloccusProfile, stop: Int = .max, failure: Int = .max,
        meanwhile: () throws -> Void = {}
    ) throws {
        var requests = 0
        let (desk, isLate) = (desk, chance(1, in: 2))
        let isDoubtful = doubtful.contains(profile.credential)
        if isDoubtful {
            let all = (profile.cache?.items ?? [:]).values.compactMap { $0.url.map(Self.word) }
            lagging[profile.credential, default: []].formUnion(all)
        }
        var promises = SyncPromises(
            profile, isKnown: !isDoubtful && settled.contains(profile.credential),
            seen: seen[profile.credential] ?? [:], lagging: lagging[profile.credential] ?? [])
        let start = desk.now
        var before: [String: BookmarkDraft] = [:]
        let outcome = try profile.sync(
            { request in
                requests += 1
                // The browser is closed before the request, or before its answer.
                if requests == stop, !isLate { throw FloccusProfile.Stopped() }
                let answer = try desk.send(request)
                if requests == stop { throw FloccusProfile.Stopped() }
                return requests == failure ? BrowserAnswer(500) : answer
            },
            meanwhile: {
                try meanwhile()
                before = try self.desk.bookmarks.reduce(into: [:]) { $0[$1.id] = $1.draft }
            })
        note("\(profile.credential) synced: \(outcome)")
        for id in try desk.home.catalog.conflicts().keys {
            let lost = try desk.controller.bookmark(id: id)?.lostValues ?? []
            contested.formUnion(lost.map { Self.word($0.text) })
        }
        if case .done(let isUpload) = outcome {
            var after = try desk.bookmarks.reduce(into: [:]) { $0[$1.id] = $1 }
            for id in try desk.home.catalog.conflicts().keys where after[id] != nil {
                after[id] = try desk.controller.bookmark(id: id)
            }
            if profile.isCircular { promises.hasEditedFolders = true }
            problems += promises.problems(before, after)
            let kept = promises.kept(before, after)
            let words = Set(kept.map { Self.word($0.url) })
            deleted.subtract(words)
            // Another browser may have removed it, too, without having synced since.
            contested.formUnion(isDoubtful ? words : words.filter(isMissingInABrowser))
            if isUpload, !profile.isMixed { doubtful.remove(profile.credential) }
            let isLate = desk.now - start >= BrowserFolder.lockDuration
            if !isUpload, isLate || profile.isMuch { doubtful.insert(profile.credential) }
            settled.insert(profile.credential)
            if isCalm { try noteSeen(profile, after) }
            if isUpload { uploads += 1 }
            if isDoubtful || !kept.isEmpty || profile.isMixed || !isUpload { return }
            try checkNumbers(profile)
        } else if outcome != .taken {
            settled.remove(profile.credential)
            doubtful.insert(profile.credential)
            seen[profile.credential] = nil
        }
        if case .failed(let status) = outcome, failure == .max {
            problems.append("a sync failed with \(status)")
        }
    }

    private func isMissingInABrowser(_ word: String) -> Bool {
        !profiles.allSatisfy { profile in
            profile.local.items.values.contains { Self.word($0.url ?? "") == word }
        }
    }

    private func noteSeen(_ profile: FloccusProfile, _ after: [String: Bookmark]) throws {
        seen[profile.credential] = after.mapValues(\.draft)
        desk.now += BrowserFolder.frozenDuration
        let served = FloccusTree(try desk.file(by: "another"))
        let others = (profile.cache?.items ?? [:]).filter { served.items[$0.key] != $0.value }
        lagging[profile.credential] = Set(others.values.compactMap { $0.url.map(Self.word) })
    }

    /// Items that a browser numbered come back with their numbers, in their order.
    private func checkNumbers(_ profile: FloccusProfile) throws {
        guard isCalm, try desk.home.browserDeletionCount() == 0 else { return }
        desk.now += BrowserFolder.frozenDuration
        let served = FloccusTree(try desk.file(by: "another"))
        guard let sent = profile.cache, served != sent else { return }
        problems.append(
            "the numbers of browser \(profile.credential) changed to:\n"
                + Self.difference(served, sent) + "\ninstead of\n" + Self.difference(sent, served))
    }

    /// The items and orders in which one tree differs from another.
    private static func difference(_ one: FloccusTree, _ other: FloccusTree) -> String {
        let items = one.items.filter { other.items[$0.key] != $0.value }
        let orders = one.order.filter { other.order[$0.key] != $0.value }
        return (items.map { "\($0): \($1)" } + orders.map { "\($0): \($1)" }).sorted()
            .joined(separator: "\n")
    }
}
