/// Reads the search language of linkding 1.44 and later, which its clients use. A word or a phrase
/// is searched in name, URL, description and notes, and `#tag` is a whole tag. There are `and`,
/// `or`, `not`, brackets, `!unread` and `!untagged`.
///
/// Source: https://linkding.link/search
struct LinkdingQueryParser {
    private enum Token: Equatable {
        case word(String)
        case tag(String)
        case unread, untagged
        case and, or, not, open, close
    }

    private var tokens: [Token] = []
    private var place = 0
    private var depth = 0
    private static let depthLimit = 50
    private static let limit = 4096

    /// Parses a text; returns `nil` for an invalid query, which finds nothing.
    static func parse(_ text: String) -> Query.Node? {
        var parser = LinkdingQueryParser()
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= limit else { return nil }
        parser.tokens = tokens(scalars)
        if parser.tokens.isEmpty { return .all([]) }
        guard let node = parser.parseAny(), parser.place == parser.tokens.count else { return nil }
        return node
    }

    // MARK: Words

    private static func tokens(_ scalars: [Unicode.Scalar]) -> [Token] {
        var tokens: [Token] = []
        var place = 0
        func rest(_ stops: String) -> String {
            let start = place
            while place < scalars.count, !scalars[place].properties.isWhitespace,
                !stops.unicodeScalars.contains(scalars[place])
            { place += 1 }
            return String(String.UnicodeScalarView(scalars[start..<place]))
        }
        while place < scalars.count {
            let scalar = scalars[place]
            switch scalar {
            case "(", ")":
                place += 1
                tokens.append(scalar == "(" ? .open : .close)
            case "\"", "'":
                place += 1
                let phrase = phrase(scalars, &place, until: scalar)
                if !phrase.isEmpty { tokens.append(.word(phrase)) }
            case "#":
                place += 1
                let tag = rest("()\"'")
                if !tag.isEmpty { tokens.append(.tag(tag)) }
            case "!":
                place += 1
                switch rest("()\"'").lowercased() {
                case "unread": tokens.append(.unread)
                case "untagged": tokens.append(.untagged)
                default: break
                }
            case _ where scalar.properties.isWhitespace: place += 1
            default:
                let word = rest("()\"'#!")
                switch word.lowercased() {
                case "and": tokens.append(.and)
                case "or": tokens.append(.or)
                case "not": tokens.append(.not)
                default: tokens.append(.word(word))
                }
            }
        }
        return tokens
    }

    private static func phrase(
        _ scalars: [Unicode.Scalar], _ place: inout Int, until quote: Unicode.Scalar
    ) -> String {
        var text = String.UnicodeScalarView()
        while place < scalars.count {
            let scalar = scalars[place]
            place += 1
            if scalar == quote { break }
            guard scalar == "\\", place < scalars.count else {
                text.append(scalar)
                continue
            }
            switch scalars[place] {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case let other: text.append(other)
            }
            place += 1
        }
        return String(text)
    }

    // MARK: Grammar

    private var next: Token? { place < tokens.count ? tokens[place] : nil }

    private mutating func take(_ token: Token) -> Bool {
        guard next == token else { return false }
        place += 1
        return true
    }

    private mutating func parseAny() -> Query.Node? {
        guard let first = parseAll() else { return nil }
        var nodes = [first]
        while take(.or) {
            guard let node = parseAll() else { return nil }
            nodes.append(node)
        }
        return nodes.count == 1 ? first : .any(nodes)
    }

    private mutating func parseAll() -> Query.Node? {
        guard let first = parseNot() else { return nil }
        var nodes = [first]
        while let next, next != .or, next != .close {
            _ = take(.and)
            guard let node = parseNot() else { return nil }
            nodes.append(node)
        }
        return nodes.count == 1 ? first : .all(nodes)
    }

    private mutating func parseNot() -> Query.Node? {
        var isNegated = false
        while take(.not) { isNegated.toggle() }
        guard let node = parseTerm() else { return nil }
        return isNegated ? .not(node) : node
    }

    private mutating func parseTerm() -> Query.Node? {
        guard let token = next else { return nil }
        place += 1
        switch token {
        case .word(let text): return .linkdingWord(text)
        case .tag(let name): return .term(.tagged(Query.Tag(name)))
        case .unread: return .term(.unread)
        case .untagged: return .not(.term(.tag(Query.Word("", isExact: false))))
        case .open:
            guard depth < Self.depthLimit else { return nil }
            depth += 1
            defer { depth -= 1 }
            guard let node = parseAny(), take(.close) else { return nil }
            return node
        case .and, .or, .not, .close: return nil
        }
    }
}

extension Query.Node {
    /// A text to search in all that a person wrote or a page says about itself.
    fileprivate static func linkdingWord(_ text: String) -> Self {
        let word = Query.Word(text, isExact: false)
        return .any(
            [.name, .url, .description, .notes].map { .term(.text(.word(word), $0)) })
    }
}

extension Query {
    /// The conditions of a linkding client, besides the search text.
    public struct LinkdingFilter: Sendable, Hashable {
        /// The text of the search; see ``LinkdingQueryParser``.
        public var text = ""
        /// Whether to find only archived bookmarks instead of the others.
        public var isArchived = false
        public var isUnread: Bool?
        /// Words that must all match, without parsing parentheses or other syntax.
        public var words: [String] = []
        public var anyTags: [String] = []
        public var allTags: [String] = []
        public var excludedTags: [String] = []

        public init() {}
    }

    /// Makes the query of a linkding client; `nil` for an invalid one, which finds nothing.
    public init?(linkding filter: LinkdingFilter) {
        guard let node = LinkdingQueryParser.parse(filter.text) else { return nil }
        func tagged(_ name: String) -> Node { .term(.tagged(Tag(name))) }
        var nodes: [Node] = []
        if case .all(let inner) = node { nodes += inner } else { nodes.append(node) }
        nodes += filter.words.map { .linkdingWord($0) }
        if !filter.anyTags.isEmpty { nodes.append(.any(filter.anyTags.map(tagged))) }
        nodes += filter.allTags.map(tagged)
        nodes += filter.excludedTags.map { .not(tagged($0)) }
        if let isUnread = filter.isUnread {
            nodes.append(isUnread ? .term(.unread) : .not(.term(.unread)))
        }
        // A list leaves out archived bookmarks unless a query asks for them.
        if filter.isArchived { nodes.append(.term(.archived)) }
        self.init(nodes.count == 1 ? nodes[0] : .all(nodes))
    }
}
