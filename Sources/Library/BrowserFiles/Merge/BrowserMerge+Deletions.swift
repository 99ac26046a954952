import Bookmarks
import Replication

extension BrowserMerge {
    /// Deletes the entries that the browser saw and the upload lacks, unless they are so many that
    /// a person must decide.
    mutating func takeDeletions(_ earlier: Int, brakes: Bool) {
        guard hasBase else { return }
        let there = Set(upload.entries.map(\.number))
        let missing = base.values.filter { !$0.isFolder && !there.contains($0.number) }
            .sorted { $0.number < $1.number }
        var gone: [String] = []
        var apart: [Int] = []
        for entry in missing {
            switch numbering[entry.number]?.kind {
            case .apart: apart.append(entry.number)
            case .bookmark(let id):
                guard !found.contains(id), let now = library.items[id]?.bookmark,
                    !wasEdited(entry, now)
                else { continue }
                gone.append(id)
                guard now.version == versions[entry.number] else { continue }
                edits.deletions.append(BookmarkDeletion(id: id, seen: now.draft))
            case .folder, nil: break
            }
        }
        let count = HeldDeletions(
            deletions: gone.count + apart.count, total: base.values.count { !$0.isFolder },
            earlier: earlier)
        if brakes, count.mustWait {
            held = gone
            edits.deletions = []
            return
        }
        for number in apart { numbering.set(number, nil) }
    }
}
