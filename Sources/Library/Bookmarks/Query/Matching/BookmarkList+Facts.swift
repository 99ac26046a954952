/// The data that a query needs from outside the list.
public protocol BookmarkFacts: Sendable {
    /// Returns the details that rows leave out, for each existing id.
    func details(ofIDs ids: [String]) throws -> [String: BookmarkDetails]
    /// Returns the notes, descriptions and folders of the bookmarks that have any, by id.
    func noted() throws -> [String: BookmarkDetails]
    /// Returns the bookmarks that share their page with another one: see ``WebAddress/pageKey``.
    func duplicates() throws -> Set<String>
    /// Returns the bookmarks whose link was broken when this device last checked it.
    func brokenLinks() throws -> Set<String>
    /// Returns the bookmarks whose documents fulfil a term. They may include deleted bookmarks.
    func bookmarks(having term: DocumentTerm) throws -> Set<String>
}

extension Query.Field {
    /// Whether rows leave the field out.
    var isOfDetails: Bool { self == .notes || self == .description }
}

extension BookmarkList {
    /// Looks up the details of these rows that are not known yet.
    mutating func lookUpDetails(of numbers: [Int32]) {
        let missing = numbers.filter { $0 >= knownNumbers && !lookedUp.has($0) }
        guard let facts, !missing.isEmpty else { return }
        do {
            if missing.count > Self.fewRows {
                // All details replace the few that were known.
                lookedUp = DetailsArena()
                for (id, details) in try facts.noted() {
                    guard let number = index.number(of: id, in: rows) else { continue }
                    lookedUp.append(details, of: number)
                }
                knownNumbers = Int32(rows.count)
                return
            }
            let details = try facts.details(ofIDs: missing.map { rows[Int($0)].id })
            for number in missing {
                lookedUp.append(
                    details[rows[Int(number)].id] ?? BookmarkDetails(), of: number)
            }
        } catch {
            lookupError = error
        }
    }

    /// The number of rows from which it is quicker to read all details.
    private static let fewRows = 1000

    /// Looks up the duplicates, unless they are known.
    mutating func lookUpDuplicates() {
        guard let facts, !knowsDuplicates else { return }
        do {
            duplicates = try facts.duplicates()
            knowsDuplicates = true
        } catch {
            lookupError = error
        }
    }

    /// Looks up the broken links, unless they are known.
    mutating func lookUpBrokenLinks() {
        guard let facts, !knowsBrokenLinks else { return }
        do {
            brokenLinks = try facts.brokenLinks()
            knowsBrokenLinks = true
        } catch {
            lookupError = error
        }
    }

    /// Updates the hits of a query for broken links after links were checked.
    public mutating func linksChanged() {
        guard search.root.asks(for: .broken) else { return }
        knowsBrokenLinks = false
        refilter()
        dropCostlyQuery()
        rank()
    }

    /// Drops the facts that the query no longer needs.
    mutating func forgetFacts() {
        if !search.root.needsDetails, !keepsDetails { forgetDetails() }
        knowsBrokenLinks = false
        brokenLinks = []
        if !documentAnswers.isEmpty {
            let terms = search.documentTerms
            documentAnswers = documentAnswers.filter { terms.contains($0.key) }
        }
    }

    mutating func forgetDetails() {
        lookedUp = DetailsArena()
        knownNumbers = 0
    }

    /// Throws the error that prevented the answer to a query, once.
    public mutating func throwLookupError() throws {
        defer { lookupError = nil }
        if let lookupError { throw lookupError }
    }
}
