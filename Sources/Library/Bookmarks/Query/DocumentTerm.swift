public import Documents

/// A query term about the documents of a bookmark. The list itself cannot answer it: see
/// ``BookmarkFacts/bookmarks(having:)``.
public enum DocumentTerm: Sendable, Hashable {
    /// The bookmark has a document of any kind: `is:saved`.
    case saved
    /// The bookmark has a document of this kind: `has:page`.
    case kind(Document.Kind)
    /// The bookmark has a file whose name or media type has this folded ending: `file:pdf`. An
    /// empty ending matches any file.
    case file(endingIn: String)
    /// The bookmark has a document whose content is not on this device.
    case remote
    /// The bookmark, or a document of it, has an edit or a content that is not sent yet.
    case unsent
    /// The bookmark has a document with these words in its name or text.
    case text(TextPhrase)
}

extension DocumentTerm {
    /// Returns the term for `file:` and a typed ending.
    static func file(typed: String) -> DocumentTerm {
        let end = typed.drop { $0 == "." }
        return .file(endingIn: String(decoding: FoldedText.bytes(of: end), as: UTF8.self))
    }

    /// Whether a document's name or media type has this ending. Parameters such as `charset` are
    /// not part of the type.
    public static func ends(name: String, mediaType: String, in end: String) -> Bool {
        let type = mediaType.prefix { $0 != ";" }.filter { $0 != " " }
        return [name, type].contains { text in
            let bytes = FoldedText.bytes(of: text)
            guard bytes.count >= end.utf8.count,
                bytes.suffix(end.utf8.count) == Array(end.utf8)[...]
            else { return false }
            // The end of a name begins after a sign: file:df finds no PDF.
            let before = bytes.dropLast(end.utf8.count).last
            return before.map { !isLetter($0) } ?? true || end.isEmpty
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: false
        }
    }
}

extension Query {
    /// Its questions about documents, each once.
    public var documentTerms: Set<DocumentTerm> {
        var terms: Set<DocumentTerm> = []
        root.addDocumentTerms(to: &terms)
        return terms
    }

    /// Its questions about documents that every bookmark it finds must fulfil.
    public var neededDocumentTerms: [DocumentTerm] {
        parts.compactMap { if case .term(.document(let term)) = $0 { term } else { nil } }
    }

    /// The words that it looks for in the text of documents, but for those that must not be there.
    public var textPhrases: [TextPhrase] {
        root.textPhrases.filter { !$0.tokens.isEmpty }
    }

    /// A query that finds words, too, which are in the text of documents alone. Excluded words
    /// exclude the same as before.
    public var findingInText: Query {
        let found = root.findingInText
        if found == root { return self }
        return Query(found, as: self)
    }
}

extension Query.Node {
    fileprivate func addDocumentTerms(to terms: inout Set<DocumentTerm>) {
        switch self {
        case .all(let nodes), .any(let nodes):
            for node in nodes { node.addDocumentTerms(to: &terms) }
        case .not(let node): node.addDocumentTerms(to: &terms)
        case .term(.document(let term)): terms.insert(term)
        case .term: break
        }
    }

    fileprivate var textPhrases: [TextPhrase] {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.flatMap(\.textPhrases)
        case .term(.document(.text(let phrase))): [phrase]
        case .not, .term: []
        }
    }

    fileprivate var findingInText: Self {
        switch self {
        case .all(let nodes): return .all(nodes.map(\.findingInText))
        case .any(let nodes): return .any(nodes.map(\.findingInText))
        case .term(.text(.word(let word), .anywhere)):
            let phrase = TextPhrase(String(decoding: word.folded, as: UTF8.self))
            if phrase.tokens.isEmpty { return self }
            return .any([self, .term(.document(.text(phrase)))])
        case .not, .term: return self
        }
    }

    /// The word of a term that may be in the text of a document as well: see
    /// ``Query/findingInText``.
    var wordOrText: Query.Word? {
        guard case .any(let nodes) = self, nodes.count == 2,
            case .term(.text(.word(let word), .anywhere)) = nodes[0],
            case .term(.document(.text)) = nodes[1]
        else { return nil }
        return word
    }
}

extension BookmarkList {
    /// Adds answers about documents. If the query asks for them, the list shows its new matches;
    /// otherwise they are kept for the next query.
    public mutating func know(_ answers: [DocumentTerm: Set<String>]) {
        let isNew = answers.contains {
            documentAnswers[$0.key] != $0.value && search.documentTerms.contains($0.key)
        }
        documentAnswers.merge(answers) { $1 }
        guard isNew else { return }
        refilter()
        dropCostlyQuery()
        rank()
    }

    /// Whether the list knows this of documents already.
    public func knows(_ answer: Set<String>, for term: DocumentTerm) -> Bool {
        documentAnswers[term] == answer
    }

    /// The terms of documents that the list knows the answers to.
    public var knownDocumentTerms: Set<DocumentTerm> { Set(documentAnswers.keys) }

    /// Asks the questions of these query parts about documents, unless the answers are known.
    mutating func lookUpDocuments(for parts: [Query.Node]) {
        guard let facts else { return }
        var terms: Set<DocumentTerm> = []
        for part in parts { part.addDocumentTerms(to: &terms) }
        do {
            for term in terms where documentAnswers[term] == nil {
                documentAnswers[term] = try facts.bookmarks(having: term)
            }
        } catch {
            lookupError = error
        }
    }

    /// Whether the documents of a row fulfil a term.
    func documents(of number: Int, fulfil term: DocumentTerm) -> Bool {
        documentAnswers[term]?.contains(rows[number].id) ?? false
    }
}
