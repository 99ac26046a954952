/// The data that a query needs from outside the list.
public protocol BookmarkFacts: Sendable {
    /// The details that rows leave out, for each existing id.
    func details(ofIDs ids: [String]) throws -> [String: BookmarkDetails]
    /// The notes, descriptions and folders of the bookmarks that have any, by their ids.
    func noted() throws -> [String: BookmarkDetails]
    /// The bookmarks of which there is another one that leads to the same page: see
    /// ``WebAddress/pageKey``.
    func duplicates() throws -> Set<String>
    /// The bookmarks whose page was gone when this device checked their link last.
    func brokenLinks() throws -> Set<String>
    /// The bookmarks whose documents fulfil a term, deleted ones perhaps among them.
    func bookmarks(having term: DocumentTerm) throws -> Set<String>
}

extension Query.Field {
    /// Whether rows leave it out.
    var isOfDetails: Bool { self == .notes || self == .description }
}

extension BookmarkList {
    /// Asks for the details of those rows that were not asked for since the query needs them.
    mutating func lookUpDetails(of numbers: [Int32]) {
        let missing = numbers.filter { $0 >= knownNumbers && !lookedUp.has($0) }
        guard let facts, !missing.isEmpty else { return }
        do {
            if missing.count > Self.fewRows {
                // The few that were known are among them.
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

    /// From some number on it is quicker to ask for all that there is.
    private static let fewRows = 1000

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

    /// Asks which links are broken, unless that is known.
    mutating func lookUpBrokenLinks() {
        guard let facts, !knowsBrokenLinks else { return }
        do {
            brokenLinks = try facts.brokenLinks()
            knowsBrokenLinks = true
        } catch {
            lookupError = error
        }
    }

    /// Links were checked: a query that asks for broken ones may find others now.
    public mutating func linksChanged() {
        guard search.root.asks(for: .broken) else { return }
        knowsBrokenLinks = false
        refilter()
        dropCostlyQuery()
        rank()
    }

    /// Forgets the facts that the query does not need any longer.
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

    /// Throws the reason why a query could not be answered, once.
    public mutating func throwLookupError() throws {
        defer { lookupError = nil }
        if let lookupError { throw lookupError }
    }
}
