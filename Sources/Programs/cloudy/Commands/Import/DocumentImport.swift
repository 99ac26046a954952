import BookmarkLibrary
import Bookmarks
import Interchange

/// The documents that the sources of an import bring.
struct DocumentImport {
    /// The parsed contents of each source; `nil` if parsing failed.
    private let sources: [ParsedImport?]
    /// The outcomes of each source's documents.
    private(set) var tallies: [DocumentTally]
    private(set) var done = 0
    let count: Int

    init(_ sources: [ParsedImport?]) {
        self.sources = sources
        tallies = sources.map { _ in DocumentTally() }
        count = sources.reduce(0) { $0 + ($1?.documents.count ?? 0) }
    }

    var isStopped: Bool { done < count }

    /// Counts each document as one that would be stored.
    mutating func countWithoutStoring() {
        for (index, source) in sources.enumerated() {
            tallies[index].added = source?.documents.count ?? 0
        }
        done = count
    }

    /// Reads and keeps the contents, and returns the items that attach them to the bookmarks. Ends
    /// early if its task is cancelled.
    ///
    /// - Parameters:
    ///   - outcomes: the outcomes of all sources' bookmarks, in order.
    ///   - tell: called after each document with the number done.
    mutating func items(
        for outcomes: [ImportOutcome], in home: Home, _ tell: (Int) -> Void
    ) throws -> [DocumentEditor.Item] {
        var intake = try DocumentIntake(home)
        let parts = outcomes.inParts(of: sources.map { $0?.bookmarks.count ?? 0 })
        for (index, source) in sources.enumerated() {
            for document in source?.documents ?? [] {
                if Task.isCancelled { return intake.items }
                let url = source?.bookmarks[document.bookmark].url ?? ""
                let bookmark = parts[index][document.bookmark].id.map { (id: $0, url: url) }
                try intake.take(document, of: bookmark, into: &tallies[index])
                done += 1
                tell(done)
            }
        }
        return intake.items
    }
}

extension ImportOutcome {
    /// The existing bookmark in the library; `nil` for a refused one.
    fileprivate var id: String? {
        switch self {
        case .added(let id), .merged(let id), .alreadyThere(let id): id
        case .refused: nil
        }
    }
}
