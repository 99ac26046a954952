public import Bookmarks
import Replication

/// Finds a person's changes in a browser, and turns them into edits of the library.
///
/// Only the difference between the text that the browser was served and its upload counts. Later
/// changes of the library stay. Tags, notes, dates and other fields that the file does not have are
/// never touched.
public struct BrowserMerge {
    /// The text that an upload was made from.
    public struct Base: Sendable {
        public var file: XBELFile
        /// The version of the bookmark of each entry.
        public var versions: [UInt64]
        /// The state of the browser before it read that text; `nil` if unknown, in which case the
        /// text itself counts as the state.
        public var last: LastSync?

        public init(file: XBELFile, versions: [UInt64], last: LastSync? = nil) {
            self.file = file
            self.versions = versions
            self.last = last
        }
    }

    /// The time in which deletions count together, as for devices, in milliseconds.
    public static let deletionRun: Int64 = 600_000

    /// The edits, and the facts to store with them.
    public struct Outcome: Sendable {
        public var edit: LibraryEdit
        public var numbering: Numbering
        /// The bookmarks that the upload deletes, if they are so many that a person must decide.
        public var held: [String] = []
        /// The number under which each entry of the upload is stored.
        var resolved: [Int: Int] = [:]
        /// The state of the browser after the merge.
        var synced: [LastSync.Item] = []
    }

    /// - Parameters:
    ///   - base: the text that the upload was made from; `nil` if unknown, in which case nothing is
    ///     deleted.
    ///   - earlier: the number of bookmarks that browsers deleted shortly before.
    ///   - brakes: whether many deletions wait for a person.
    ///   - random: random bits for ids and places.
    public static func merge(
        _ upload: XBELFile, base: Base?, into library: FileLibrary, _ numbering: Numbering,
        deletedBefore earlier: Int = 0, brakes: Bool = true, random: @escaping () -> UInt64
    ) -> Outcome {
        var merge = BrowserMerge(upload, base, library, numbering, random)
        merge.takeFolders()
        merge.takeBookmarks()
        merge.takeDeletions(earlier, brakes: brakes)
        merge.takePaths()
        merge.takeOrder()
        return merge.outcome()
    }

    let upload: XBELFile
    let library: FileLibrary
    let random: () -> UInt64
    /// Whether the served entries are known.
    let hasBase: Bool
    /// The entries that the browser was served, by number.
    var base: [Int: XBELFile.Entry] = [:]
    var baseChildren: [Int: [Int]] = [:]
    var versions: [Int: UInt64] = [:]
    /// The state of the browser after its last sync, by number.
    var last: [Int: LastSync.Item] = [:]
    /// The uploaded entries whose served text the browser may have instead.
    var maybeNotTaken: Set<Int> = []
    var numbering: Numbering
    /// Our number for each stored entry of the upload.
    var resolved: [Int: Int] = [0: 0]
    /// The numbers in ``resolved`` that are folders.
    var takenFolders: Set<Int> = []
    /// Without a base: the folders in each place by title, the lowest number last.
    var sameFolders: [Int: [String: [Int]]] = [:]
    /// The former number of each bookmark whose URL was changed, by the new number.
    var earlierNumbers: [Int: Int] = [:]
    /// The bookmarks of the upload's entries.
    var found: Set<String> = []
    var edits = Edits()
    var held: [String] = []
    /// The path of each folder before and after the folders were taken.
    var paths: [Int: String] = [:]

    private init(
        _ upload: XBELFile, _ base: Base?, _ library: FileLibrary, _ numbering: Numbering,
        _ random: @escaping () -> UInt64
    ) {
        self.upload = upload
        self.library = library
        self.random = random
        self.numbering = numbering
        self.numbering.settle(library)
        hasBase = base != nil
        if base == nil {
            for (number, item) in self.numbering.items.sorted(by: { $0.key > $1.key })
            where item.isFolder {
                let title = XBELText.title(item.title)
                sameFolders[item.parent, default: [:]][title, default: []].append(number)
            }
        }
        let file = base?.file ?? XBELFile(entries: self.numbering.entries(of: library))
        for (index, entry) in file.entries.enumerated() {
            self.base[entry.number] = entry
            if let base, index < base.versions.count {
                versions[entry.number] = base.versions[index]
            }
        }
        baseChildren = file.children
        for item in base?.last?.items ?? [] { last[item.entry.number] = item }
    }

    /// The edits so far: for each bookmark the state that the browser saw, and the new one.
    struct Edits {
        var additions: [LibraryEdit.Addition] = []
        var additionIndex: [String: Int] = [:]
        var changes: [String: LibraryEdit.Change] = [:]
        var deletions: [BookmarkDeletion] = []
    }

    /// Changes the draft of a bookmark.
    ///
    /// - Parameter now: the current bookmark, or its last state if it is deleted.
    mutating func change(
        _ id: String, _ now: BookmarkDraft, revives: Bool = true,
        _ body: (_ original: inout BookmarkDraft, _ edited: inout BookmarkDraft) -> Void
    ) {
        var change =
            edits.changes[id]
            ?? LibraryEdit.Change(id: id, original: now, edited: now, revives: false)
        body(&change.original, &change.edited)
        change.revives = change.revives || revives
        edits.changes[id] = change
    }

    /// Returns the upload's number for a new entry if it is free, or another one.
    mutating func freeNumber(_ wanted: Int) -> Int {
        let range = NumberRange.of(wanted)
        if wanted > 0, range < NumberRange.end, numbering[wanted] == nil, base[wanted] == nil {
            // Later numbers of the same range would be given to other entries, too.
            numbering.nextRange = max(numbering.nextRange, range + 1)
            return wanted
        }
        while true {
            let number = numbering.takeNumber()
            if numbering[number] == nil, base[number] == nil { return number }
        }
    }

    private func outcome() -> Outcome {
        var edit = LibraryEdit()
        edit.additions = edits.additions.filter { $0.draft.refusal() == nil }
        // A text that is too long for the library keeps its value there.
        edit.changes = edits.changes.values
            .filter { $0.edited.refusal(after: $0.original) == nil }.sorted { $0.id < $1.id }
        edit.deletions = edits.deletions
        return Outcome(
            edit: edit, numbering: numbering, held: held, resolved: resolved, synced: synced())
    }
}
