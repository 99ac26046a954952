/// The conditions of a query, made ready to be asked of many rows of a list.
struct RowTest {
    private indirect enum Node {
        case all([Node])
        case any([Node])
        case not(Node)
        case term(Query.Condition)
        case expression(ExpressionMatcher, Query.Field, isExact: Bool)
        /// A question about the folder, by its number.
        case folder(Int)
    }

    private var root: Node = .all([])
    private var allowance = StepAllowance()
    /// Set when an expression has used up the allowance: what was answered is worth nothing then.
    private(set) var costly: CostlyExpression?
    private var hasGivenUp = false
    private var folderTests: [FolderTest] = []
    /// A record of its own, for what must be found in the same case.
    private var scratch = SearchArena()

    /// Asks what `parts` ask, those that need least first.
    init(_ parts: [Query.Node]) {
        root = parts.count == 1 ? prepared(parts[0]) : prepared(.all(parts))
    }

    private mutating func prepared(_ node: Query.Node) -> Node {
        switch node {
        case .all(let nodes): return .all(sorted(nodes).map { prepared($0) })
        case .any(let nodes): return .any(sorted(nodes).map { prepared($0) })
        case .not(let node): return .not(prepared(node))
        case .term(.text(.expression(let expression), let field)):
            return .expression(
                ExpressionMatcher(expression), field, isExact: expression.isExact)
        case .term(.folder), .term(.within):
            folderTests.append(FolderTest(node))
            return .folder(folderTests.count - 1)
        case .term(let condition): return .term(condition)
        }
    }

    private func sorted(_ nodes: [Query.Node]) -> [Query.Node] {
        nodes.sorted { $0.cost < $1.cost }
    }

    /// Whether the row with a number fulfils all.
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
        case .expression(let matcher, let field, let isExact):
            return find(matcher, number, field, isExact, list)
        case .folder(let test):
            return list.lookedUp[Int32(number)].map { folderTests[test].passes($0.folder) } ?? false
        }
    }

    private mutating func find(
        _ matcher: ExpressionMatcher, _ number: Int, _ field: Query.Field, _ isExact: Bool,
        _ list: borrowing BookmarkList
    ) -> Bool {
        if field.isOfDetails {
            let details = list.lookedUp[Int32(number)] ?? LookedUp(BookmarkDetails())
            let text = details[field]
            return (isExact ? text.exact : text.folded).withUnsafeBytes {
                isFound(matcher, inOneOf: $0)
            }
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
        // Given up: nothing else is worth a step.
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

/// A query's condition on folders, tested once for each: many bookmarks are in few of them.
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
        // Folders are asked no expressions, which alone can fail.
        let answer = (try? query.matches(QuerySubject(row, details: details))) ?? false
        answers[folder] = answer
        return answer
    }
}

extension Query.Node {
    /// How long it takes to ask this, compared with others.
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

    /// The cost of what the list does not hold itself.
    static let lookupCost = 10

    var needsDetails: Bool { cost == Self.lookupCost }

    /// Whether it asks for this anywhere.
    func asks(for wanted: Query.Condition) -> Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains { $0.asks(for: wanted) }
        case .not(let node): node.asks(for: wanted)
        case .term(let condition): condition == wanted
        }
    }
}

extension BookmarkRow {
    /// Whether a word or a tag found in folded text is there as it was typed too.
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
    /// As the plain definition of ``Query/matches(_:)``, but on the folded text where it can.
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
        case .text(.word(let word), let field) where field.isOfDetails:
            guard let text = lookedUp[Int32(number)]?[field] else { return false }
            if word.isEmpty { return text.folded.count > 1 }
            if let phrase = word.phrase {
                return phrase.isFound(in: word.isExact ? text.exact : text.folded)
            }
            return SearchArena.contains(word.folded, in: text.folded)
                && (!word.isExact || SearchArena.contains(word.bytes, in: text.exact))
        case .site(let word):
            if !arena.has(word.folded, number) { return false }
            return arena.fields(.url, of: number) { word.isSite(of: $0.dropLast()) }
        case .tag, .tagged, .text(.word, .anywhere):
            guard let piece = condition.piece, arena.has(piece, number) else { return false }
            return condition.isPiece || rows[number].confirms(condition)
        case .text(.word(let word), let field):
            let isThere = arena.fields(field, of: number) {
                word.isEmpty ? $0.count > 1 : SearchArena.contains(word.folded, in: $0)
            }
            guard isThere, word.isExact else { return isThere }
            return ExactText.contains(
                word.bytes, in: field == .name ? rows[number].name : rows[number].url)
        case .folder, .within, .text(.expression, _): return false
        }
    }
}
