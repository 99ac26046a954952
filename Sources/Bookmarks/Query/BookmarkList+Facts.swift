/// What a list asks somebody else when a query needs it.
public protocol BookmarkFacts: Sendable {
    /// What rows leave out, for each id that is there.
    func details(ofIDs ids: [String]) throws -> [String: BookmarkDetails]
    /// The bookmarks of which there is another one that leads to the same page: see
    /// ``WebAddress/pageKey``.
    func duplicates() throws -> Set<String>
}

/// The details of a row, folded, each ending with the byte 0.
struct LookedUp: Sendable {
    var notes: [UInt8]
    /// The same, in the case in which it was typed.
    var exactNotes: [UInt8]
    var folder: String

    init(_ details: BookmarkDetails) {
        notes = FoldedText.bytes(of: details.notes) + [0]
        exactNotes = FoldedText.bytes(of: details.notes, as: .accentless) + [0]
        folder = details.folder
    }
}

extension BookmarkList {
    /// Asks for the details of those rows that were not asked for since the query needs them.
    mutating func lookUpDetails(of numbers: [Int32]) {
        let missing = numbers.filter { lookedUp[$0] == nil }
        guard let facts, !missing.isEmpty else { return }
        do {
            let details = try facts.details(ofIDs: missing.map { rows[Int($0)].id })
            for number in missing {
                lookedUp[number] = LookedUp(details[rows[Int(number)].id] ?? BookmarkDetails())
            }
        } catch {
            lookupError = error
        }
    }

    /// Asks which bookmarks are there twice, unless that is known.
    mutating func lookUpDuplicates() {
        guard let facts, !knowsDuplicates else { return }
        do {
            duplicates = try facts.duplicates()
            knowsDuplicates = true
        } catch {
            lookupError = error
        }
    }

    /// Forgets what the query does not need any longer.
    mutating func forgetFacts() {
        if !search.root.needsDetails { lookedUp = [:] }
        knowsDuplicates = false
        duplicates = []
    }

    /// Throws the reason why a query could not be answered, once. It found nothing then.
    public mutating func throwLookupError() throws {
        defer { lookupError = nil }
        if let lookupError { throw lookupError }
    }
}
