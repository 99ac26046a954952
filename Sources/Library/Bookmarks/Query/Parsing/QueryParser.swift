/// Parses the text of a query. Places count Unicode scalars, so that a combining mark after a `#`
/// does not hide it.
struct QueryParser {
    let text: String
    let scalars: [Unicode.Scalar]
    let clock: QueryClock
    let searches: SavedSearches
    /// The names of the saved searches that contain this text.
    var opened: [String] = []
    /// The number of saved searches that were read so far.
    var expansions = 0
    /// The ranges of saved searches in the text itself, as `@name`.
    var uses: [Range<Int>] = []
    /// Whether only the places of saved searches are wanted, and no matches.
    var isSurvey = false
    /// The name before a colon in the first word that looks like an unknown field.
    var unknownField: String?
    /// The terms so far that name a tag or a folder, except those after a minus.
    var named: [Query.NamedTerm] = []
    /// The last word or phrase that was read.
    var lastText: String?
    /// The index of the next scalar.
    var place = 0
    /// The number of open groups.
    var depth = 0

    init(_ text: String, at clock: QueryClock, searches: SavedSearches) {
        self.text = text
        scalars = Array(text.unicodeScalars)
        self.clock = clock
        self.searches = searches
    }

    mutating func parse() throws(QueryError) -> Query.Node {
        try checkLength()
        return try parseAny()
    }

    private func checkLength() throws(QueryError) {
        if scalars.count > Self.limit {
            throw error(
                "A query has at most \(Self.limit) characters.", Self.limit..<scalars.count)
        }
    }

    /// More than a person types; a paste may be longer.
    static let limit = 4096
    private static let depthLimit = 50

    /// Parses alternatives, one of which must match.
    private mutating func parseAny() throws(QueryError) -> Query.Node {
        var nodes = [try parseAll()]
        while let range = takeOr() {
            // At the end, `or` may be the beginning of a word.
            if nodes.last == .all([]) {
                throw misplacedOperatorError(range, isUnfinished: reachesEnd(range))
            }
            nodes.append(try parseAll())
            if nodes.last == .all([]) {
                let isUnfinished = place == scalars.count || peekOr().map(reachesEnd) == true
                throw misplacedOperatorError(range, isUnfinished: isUnfinished)
            }
        }
        return nodes.count == 1 ? nodes[0] : .any(nodes)
    }

    private func misplacedOperatorError(_ range: Range<Int>, isUnfinished: Bool) -> QueryError {
        let quoted = "\"\(string(range))\""
        return error(
            "This needs a word on each side. To search for the word, type \(quoted).", range,
            isUnfinished: isUnfinished)
    }

    /// Parses units that must all match.
    private mutating func parseAll() throws(QueryError) -> Query.Node {
        var nodes: [Query.Node] = []
        while true {
            skipSpace()
            guard place < scalars.count, peekOr() == nil else { break }
            if scalars[place] == ")" {
                if depth > 0 { break }
                throw unmatchedBracketError(at: place)
            }
            switch try parseUnit() {
            case .all(let inner): nodes += inner
            case let node: nodes.append(node)
            }
        }
        return nodes.count == 1 ? nodes[0] : .all(nodes)
    }

    func unmatchedBracketError(at place: Int) -> QueryError {
        error(
            "This closing bracket has no opening one. To search for it, put the word in quotes.",
            place..<place + 1)
    }

    private mutating func parseUnit() throws(QueryError) -> Query.Node {
        if scalars[place] == "-", let next = scalar(at: place + 1), !isSpace(next), next != ")" {
            place += 1
            let before = named.count
            defer { named.removeLast(named.count - before) }
            return .not(try parsePositive())
        }
        return try parsePositive()
    }

    private mutating func parsePositive() throws(QueryError) -> Query.Node {
        if scalars[place] == "@" { return try parseSaved() }
        guard scalars[place] == "(" else { return try parseTerm() }
        let open = place..<place + 1
        guard depth < Self.depthLimit else { throw error("Too many brackets are open.", open) }
        place += 1
        depth += 1
        let node = try parseAny()
        depth -= 1
        guard place < scalars.count else {
            throw error("The closing bracket ) is missing.", open, isUnfinished: true)
        }
        place += 1
        if node == .all([]) {
            throw error("The brackets are empty.", open.lowerBound..<place)
        }
        return node
    }

    // MARK: Reading

    func scalar(at place: Int) -> Unicode.Scalar? {
        place < scalars.count ? scalars[place] : nil
    }

    func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    /// Whether a term may end before a place.
    func isEnd(_ place: Int) -> Bool {
        guard let next = scalar(at: place) else { return true }
        return isSpace(next) || (depth > 0 && next == ")")
    }

    private mutating func skipSpace() {
        while let next = scalar(at: place), isSpace(next) { place += 1 }
    }

    /// Returns the range of the next word if it is `or`.
    private func peekOr() -> Range<Int>? {
        guard place + 2 <= scalars.count, isEnd(place + 2) else { return nil }
        let word = String(String.UnicodeScalarView(scalars[place..<place + 2]))
        return word == "or" || word == "OR" ? place..<place + 2 : nil
    }

    private mutating func takeOr() -> Range<Int>? {
        guard let range = peekOr() else { return nil }
        place = range.upperBound
        return range
    }

    func string(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range]))
    }

    /// Whether the next typed character could extend the word in a range.
    func reachesEnd(_ range: Range<Int>) -> Bool { range.upperBound == scalars.count }

    func error(
        _ message: String, _ range: Range<Int>, isUnfinished: Bool = false, meant: String? = nil
    ) -> QueryError {
        QueryError(
            message: message, query: text, range: range, isUnfinished: isUnfinished, meant: meant)
    }
}
