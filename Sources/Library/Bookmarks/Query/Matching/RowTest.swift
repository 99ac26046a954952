/// The conditions of a query, prepared for testing many rows of a list.
struct RowTest {
    private indirect enum Node {
        case all([Node])
        case any([Node])
        case not(Node)
        case term(Query.Condition)
        case word(FieldWord)
        case expression(ExpressionMatcher, Query.Field, isExact: Bool)
        /// The index of a test of the folder.
        case folder(Int)
    }

    private var root: Node = .all([])
    private var allowance = StepAllowance()
    /// The error if an expression has used up the allowance; all answers are then invalid.
    private(set) var costly: CostlyExpression?
    private var hasGivenUp = false
    private var folderTests: [FolderTest] = []
    /// A separate record, for words whose case counts.
    private var scratch = SearchArena()

    /// Prepares `parts`, the cheapest first.
    ///
    /// - Parameter list: the list, if most of its rows will be tested.
    init(_ parts: [Query.Node], ofMostOf list: BookmarkList? = nil) {
        root = parts.count == 1 ? prepared(parts[0], list) : prepared(.all(parts), list)
    }

    private mutating func prepared(_ node: Query.Node, _ list: BookmarkList?) -> Node {
        switch node {
        case .all(let nodes): return .all(sorted(nodes).map { prepared($0, list) })
        case .any(let nodes): return .any(sorted(nodes).map { prepared($0, list) })
        case .not(let node): return .not(prepared(node, list))
        case .term(.text(.expression(let expression), let field)):
            return .expression(
                ExpressionMatcher(expression), field, isExact: expression.isExact)
        case .term(.folder), .term(.within):
            folderTests.append(FolderTest(node))
            return .folder(folderTests.count - 1)
        case .term(.text(.word(let word), let field)) where field != .anywhere:
            return .word(FieldWord(word, field, ofMostOf: list))
        case .term(let condition): return .term(condition)
        }
    }

    private func sorted(_ nodes: [Query.Node]) -> [Query.Node] {
        nodes.sorted { $0.cost < $1.cost }
    }

    /// Whether a row fulfils all conditions.
    mutating func passes(_ number: Int, in list: borrowing BookmarkList) -> Bool {
        test(root, number, list)
    }

    private mutating func test(
        _ node: Node, _ number: Int, _ list: borrowing BookmarkList
    ) -> Bool {
        switch node {
        case .all(let nodes):
            for node in nodes where !test(node, number, list) { return false }
            return true
        case .any(let nodes):
            for node in nodes where test(node, number, list) { return true }
            return false
        case .not(let node): return !test(node, number, list)
        case .term(let condition): return list.row(number, fulfils: condition)
        case .word(let word): return word.isFound(in: number, list)
        case .expression(let matcher, let field, let isExact):
            return find(matcher, number, field, isExact, list)
        case .folder(let test):
            return list.lookedUp.folder(of: Int32(number)).map { folderTests[test].passes($0) }
                ?? false
        }
    }

    private mutating func find(
        _ matcher: ExpressionMatcher, _ number: Int, _ field: Query.Field, _ isExact: Bool,
        _ list: borrowing BookmarkList
    ) -> Bool {
        if field.isOfDetails {
            let number = Int32(number)
            return list.lookedUp.withText(of: number, field, isExact: isExact) {
                isFound(matcher, inOneOf: $0)
            } ?? ([0] as [UInt8]).withUnsafeBytes { isFound(matcher, inOneOf: $0) }
        }
        guard isExact else {
            return list.arena.fields(field, of: number) { isFound(matcher, inOneOf: $0) }
        }
        var exact = SearchArena()
        swap(&exact, &scratch)
        defer { swap(&exact, &scratch) }
        exact.removeAll()
        exact.append(list.rows[number], as: .accentless)
        return exact.fields(field, of: 0) { isFound(matcher, inOneOf: $0) }
    }

    private mutating func isFound(
        _ matcher: ExpressionMatcher, inOneOf texts: UnsafeRawBufferPointer
    ) -> Bool {
        // After giving up, further steps are useless.
        if hasGivenUp { return false }
        do throws(CostlyExpression) {
            return try matcher.isFound(inOneOf: texts, &allowance)
        } catch {
            costly = error
            hasGivenUp = true
            return false
        }
    }
}

/// A word in one field. It is a class so that no row copies the word.
private final class FieldWord {
    private let word: Query.Word
    private let field: Query.Field
    /// Whether each row may contain the word, by row number; `nil` if unknown.
    private let mayHaveIt: [Bool]?

    init(_ word: Query.Word, _ field: Query.Field, ofMostOf list: BookmarkList?) {
        self.word = word
        self.field = field
        // One pass over the memory is much quicker than a search in each row.
        mayHaveIt = list.flatMap { list in
            if word.isEmpty { return nil }
            let piece = field.isOfDetails ? word.phrase?.longest ?? word.folded : word.folded
            var rows = [Bool](repeating: false, count: list.rows.count)
            if field.isOfDetails {
                list.lookedUp.forEachRow(containing: piece) { rows[$0] = true }
            } else {
                list.arena.forEachRecord(containing: piece) { rows[$0] = true }
            }
            return rows
        }
    }

    func isFound(in number: Int, _ list: borrowing BookmarkList) -> Bool {
        if let mayHaveIt, !mayHaveIt[number] { return false }
        if field.isOfDetails { return isFound(in: Int32(number), list.lookedUp) }
        let isThere = list.arena.fields(field, of: number) {
            word.isEmpty ? $0.count > 1 : SearchArena.contains(word.folded, in: $0)
        }
        guard isThere, word.isExact else { return isThere }
        let row = list.rows[number]
        return ExactText.contains(word.bytes, in: field == .name ? row.name : row.url)
    }

    private func isFound(in number: Int32, _ details: borrowing DetailsArena) -> Bool {
        let isThere = details.withText(of: number, field, isExact: false) { text in
            if word.isEmpty { return text.count > 1 }
            if let phrase = word.phrase { return word.isExact || phrase.isFound(in: text) }
            return SearchArena.contains(word.folded, in: text)
        }
        guard isThere == true, word.isExact, !word.isEmpty else { return isThere ?? false }
        return details.withText(of: number, field, isExact: true) { text in
            word.phrase?.isFound(in: text) ?? SearchArena.contains(word.bytes, in: text)
        } ?? false
    }
}

/// A condition on folders, tested once per folder: many bookmarks share few folders.
private struct FolderTest {
    private let query: Query
    private var answers: [String: Bool] = [:]

    init(_ node: Query.Node) {
        query = Query(node)
    }

    mutating func passes(_ folder: String) -> Bool {
        if let answer = answers[folder] { return answer }
        let row = BookmarkRow(id: "", name: "", url: "", added: 0, modified: 0)
        let details = BookmarkDetails(folder: folder)
        // Only expressions can fail, and this query has none.
        let answer = (try? query.matches(QuerySubject(row, details: details))) ?? false
        answers[folder] = answer
        return answer
    }
}

extension Query.Node {
    /// The cost of testing the condition, compared with others.
    var cost: Int {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.map(\.cost).max() ?? 0
        case .not(let node): node.cost
        case .term(.before), .term(.after), .term(.conflict), .term(.unopened),
            .term(.unread), .term(.archived), .term(.deleted):
            0
        case .term(.text(_, .notes)), .term(.text(_, .description)), .term(.folder),
            .term(.within):
            Self.lookupCost
        case .term(.duplicate), .term(.broken), .term(.document): 2
        case .term(.text(.expression, _)): 3
        case .term: 1
        }
    }

    /// The cost of a fact that the list does not hold itself.
    static let lookupCost = 10

    var needsDetails: Bool { cost == Self.lookupCost }

    /// Whether the node or a part of it is this condition.
    func asks(for wanted: Query.Condition) -> Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains { $0.asks(for: wanted) }
        case .not(let node): node.asks(for: wanted)
        case .term(let condition): condition == wanted
        }
    }
}

extension BookmarkRow {
    /// Whether a word or a tag found in folded text also matches as typed.
    func confirms(_ condition: Query.Condition) -> Bool {
        switch condition {
        case .text(.word(let word), .anywhere) where word.isExact:
            ExactText.contains(word.bytes, in: name) || ExactText.contains(word.bytes, in: url)
                || ExactText.contains(word.bytes, in: tags)
        case .tag(let word) where word.isExact:
            ExactText.hasTag(beginningWith: word.bytes, in: tags)
        case .tagged(let tag): tag.isAmong(tags)
        default: true
        }
    }
}

extension BookmarkList {
    /// Whether a row fulfils a condition, as ``Query/matches(_:)`` defines, but on folded text
    /// where possible.
    fileprivate func row(_ number: Int, fulfils condition: Query.Condition) -> Bool {
        switch condition {
        case .before(let time): return rows[number].added < time
        case .after(let time): return rows[number].added >= time
        case .conflict: return rows[number].hasConflict
        case .duplicate: return duplicates.contains(rows[number].id)
        case .broken: return brokenLinks.contains(rows[number].id)
        case .document(let term): return documents(of: number, fulfil: term)
        case .unopened: return rows[number].opens == 0
        case .unread: return rows[number].isUnread
        case .archived: return rows[number].isArchived
        case .deleted: return rows[number].isDeleted
        case .site(let word):
            if !arena.has(word.folded, number) { return false }
            return arena.fields(.url, of: number) { word.isSite(of: $0.dropLast()) }
        case .tag, .tagged, .text(.word, .anywhere):
            guard let piece = condition.piece, arena.has(piece, number) else { return false }
            return condition.isPiece || rows[number].confirms(condition)
        // These conditions are prepared in another form.
        case .folder, .within, .text: return false
        }
    }
}
