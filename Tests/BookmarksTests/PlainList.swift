import Documents
import Synchronization

@testable import Bookmarks

/// The promises of ``BookmarkList``, written as plainly as possible and without regard for speed.
struct PlainList {
    var rows: [String: BookmarkRow] = [:]
    var query = Query()
    var order = SortOrder.standard
    var ranksAnswers = false

    var visible: [BookmarkRow] {
        get throws {
            let found = try subjects.filter(query.matches).map(\.row)
            guard found.isEmpty, ranksAnswers, let words = PlainGuess.words(of: query) else {
                return found.sorted { precedes($0, $1) }
            }
            return try subjects.filter { try PlainGuess.isLike(words, $0) }
                .map(\.row).sorted { precedes($0, $1) }
        }
    }

    mutating func apply(_ change: BookmarkListChange) {
        switch change {
        case .upsert(let row): rows[row.id] = row
        case .remove(let id): rows[id] = nil
        }
    }

    /// All bookmarks, as a query sees them.
    var subjects: [QuerySubject] {
        let pages = Dictionary(grouping: rows.values, by: \.url)
        return rows.values.map { row in
            QuerySubject(
                row, details: Self.details(ofID: row.id, name: row.name),
                isDuplicate: pages[row.url, default: []].count > 1,
                isBroken: row.url.utf8.count.isMultiple(of: 3),
                documents: PlainDocuments.of(row.id).terms(in: query))
        }
    }

    /// The details of a bookmark with this name, which queries can ask for, too.
    static func details(ofID id: String, name: String) -> BookmarkDetails {
        BookmarkDetails(
            notes: name.hasPrefix("a") ? "" : "Notes\n\ton " + name,
            description: name.hasSuffix("a") ? "" : "Says " + name,
            folder: id.hasSuffix("3") ? "" : "Work/" + name)
    }

    private func precedes(_ a: BookmarkRow, _ b: BookmarkRow) -> Bool {
        let isBefore: Bool?
        let (rank, other) = (PlainRank.of(a, query), PlainRank.of(b, query))
        let (length, otherLength) = (PlainRank.length(of: a), PlainRank.length(of: b))
        let isAnswer = PlainRank.hasWords(query)
        if ranksAnswers, isAnswer, ![.relevance, .manual].contains(order.field) {
            if rank != other { return rank > other }
            if length != otherLength { return length < otherLength }
        }
        switch order.field {
        case .relevance where isFiltered && rank != other: isBefore = rank < other
        case .relevance where isFiltered && length != otherLength: isBefore = length > otherLength
        case .added, .relevance: isBefore = a.added == b.added ? nil : a.added < b.added
        case .modified: isBefore = a.modified == b.modified ? nil : a.modified < b.modified
        case .name: isBefore = Self.isBefore(a.name, b.name)
        case .url: isBefore = Self.isBefore(a.url, b.url)
        case .opened: isBefore = a.opened == b.opened ? nil : a.opened < b.opened
        case .frequency:
            isBefore =
                (a.opens, a.opened) == (b.opens, b.opened)
                ? nil : (a.opens, a.opened) < (b.opens, b.opened)
        case .manual:
            let (left, right) = (ManualPlace.place(of: a), ManualPlace.place(of: b))
            isBefore = left == right ? nil : left < right
        }
        return isBefore.map { $0 != order.isDescending } ?? (a.id < b.id)
    }

    /// Whether rows are left out, even if only archived ones.
    private var isFiltered: Bool { !query.isEmpty }

    private static func isBefore(_ a: String, _ b: String) -> Bool? {
        let (a, b) = (folded(a), folded(b))
        return a == b ? nil : a.lexicographicallyPrecedes(b)
    }

    static func folded(_ text: String) -> [UInt8] { FoldedText.bytes(of: text) }
}

/// The documents of a test's bookmark.
struct PlainDocuments {
    var kinds: Set<Document.Kind> = []
    var files: [(name: String, mediaType: String)] = []
    var isRemote = false
    var isUnsent = false
    /// The name and the text of each document.
    var texts: [[String]] = []

    /// The document of a bookmark with this id, which queries can ask for, too.
    static func of(_ id: String) -> PlainDocuments {
        let number = id.utf8.reduce(0) { $0 * 10 + Int($1) }
        if number.isMultiple(of: 2) { return PlainDocuments() }
        return PlainDocuments(
            kinds: [number.isMultiple(of: 3) ? .note : .page], files: [("a.md", "text/markdown")],
            isRemote: number.isMultiple(of: 5), isUnsent: number.isMultiple(of: 7),
            texts: [["Text", "on swift " + (number.isMultiple(of: 3) ? "é" : "日本")]])
    }

    /// The document terms of a query that these documents fulfil.
    func terms(in query: Query) -> Set<DocumentTerm> { query.documentTerms.filter(fulfil) }

    func fulfil(_ term: DocumentTerm) -> Bool {
        switch term {
        case .saved: !kinds.isEmpty
        case .kind(let kind): kinds.contains(kind)
        case .file(let end):
            end.isEmpty
                ? kinds.contains(.file)
                : files.contains {
                    DocumentTerm.ends(name: $0.name, mediaType: $0.mediaType, in: end)
                }
        case .remote: isRemote
        case .unsent: isUnsent
        case .text(let phrase): texts.contains { phrase.isFound(in: $0) }
        }
    }
}

/// Gives a list the facts that it asks for about the bookmarks in these tests.
final class PlainFacts: BookmarkFacts {
    private let subjects = Mutex<[String: QuerySubject]>([:])
    private let documents: @Sendable (String) -> PlainDocuments

    init(
        _ subjects: [QuerySubject] = [],
        documents: @escaping @Sendable (String) -> PlainDocuments = PlainDocuments.of
    ) {
        self.documents = documents
        set(subjects)
    }

    func set(_ all: [QuerySubject]) {
        subjects.withLock {
            $0 = Dictionary(all.map { ($0.row.id, $0) }, uniquingKeysWith: { $1 })
        }
    }

    func details(ofIDs ids: [String]) -> [String: BookmarkDetails] {
        subjects.withLock { subjects in
            Dictionary(ids.compactMap { id in subjects[id].map { (id, $0.details) } }) { $1 }
        }
    }

    func noted() -> [String: BookmarkDetails] {
        subjects.withLock { subjects in
            subjects.compactMapValues { subject in
                let details = subject.details
                let isEmpty =
                    details.notes.isEmpty && details.folder.isEmpty && details.description.isEmpty
                return isEmpty ? nil : details
            }
        }
    }

    func duplicates() -> Set<String> {
        subjects.withLock { Set($0.values.filter(\.isDuplicate).map(\.row.id)) }
    }

    func brokenLinks() -> Set<String> {
        subjects.withLock { Set($0.values.filter(\.isBroken).map(\.row.id)) }
    }

    func bookmarks(having term: DocumentTerm) -> Set<String> {
        // Documents may be there before their bookmarks, and after them.
        let others = (0..<100).map { "id\($0)" }
        return Set(
            (subjects.withLock { Array($0.keys) } + others).filter { documents($0).fulfil(term) })
    }
}
