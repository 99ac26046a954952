import BookmarkLibrary
import Bookmarks
import BrowserFiles

extension BrowserWorld {
    /// Syncs until nothing changes, and compares.
    func rest() throws {
        for _ in 0..<8 {
            desk.now += BrowserFolder.lockDuration
            let before = uploads
            for profile in profiles { try sync(profile) }
            if uploads == before { break }
        }
        let before = uploads
        for profile in profiles { try sync(profile) }
        if uploads != before { problems.append("the syncs upload without an edit") }
        desk.now += BrowserFolder.lockDuration
        let served = FloccusTree(try desk.file(by: "another")).outline
        for profile in profiles where profile.local.outline != served {
            problems.append(
                "\(profile.credential) differs:\n" + profile.local.outline.joined(separator: "\n")
                    + "\nfrom\n" + served.joined(separator: "\n"))
        }
        try check()
    }

    /// Checks that nothing is lost, and that fields which a file does not have are unchanged.
    func check() throws {
        let all = try desk.bookmarks.sorted { $0.url < $1.url }
        for bookmark in all {
            guard let kept = kept[bookmark.id] else {
                if !bookmark.tags.isEmpty || !bookmark.notes.isEmpty {
                    problems.append("a new bookmark has tags or notes")
                }
                continue
            }
            let now = Kept(tags: bookmark.tags, notes: bookmark.notes, added: bookmark.added)
            if now != kept { problems.append("\(bookmark.url) has \(now), not \(kept)") }
        }
        let there = Set(all.map { Self.word($0.url) })
        let local = Set(
            profiles.flatMap { profile in
                profile.local.items.values.compactMap { $0.url.map(Self.word) }
            })
        let lost = made.subtracting(deleted).subtracting(contested).subtracting(there)
            .subtracting(local)
        if !lost.isEmpty { problems.append("lost: \(lost.sorted())") }
    }

    /// The words of deleted addresses that are there again, unless a decision of the person is
    /// pending.
    func returned() throws -> Set<String> {
        guard try desk.home.browserDeletionCount() == 0 else { return [] }
        return deleted.intersection(try desk.bookmarks.map { Self.word($0.url) })
    }

    /// The words of addresses that were made and not deleted, but are not in the library.
    func missing() throws -> Set<String> {
        made.subtracting(deleted).subtracting(contested)
            .subtracting(try desk.bookmarks.map { Self.word($0.url) })
    }
}
