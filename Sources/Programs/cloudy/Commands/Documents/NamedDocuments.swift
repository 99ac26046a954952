import BookmarkLibrary
import Bookmarks
import Documents

/// The item that a person names where both bookmarks and documents are accepted.
enum NamedItem {
    /// The id of a bookmark.
    case bookmark(String)
    case document(Document)
}

extension Home {
    /// Returns the documents that a person names, each once: see ``document(named:isDeletion:)``.
    func documents(named texts: [String], isDeletion: Bool = false) throws -> [Document] {
        var ids: Set<String> = []
        return try texts.map { try document(named: $0, isDeletion: isDeletion) }
            .filter { ids.insert($0.id).inserted }
    }

    /// Returns the document that a person names: by its id or a prefix of it, by its bookmark, if
    /// that has no other document, or by its name.
    ///
    /// A whole id wins. If a name means another document too, by an id or a bookmark, this throws.
    ///
    /// - Parameter isDeletion: whether to delete the document: a very short beginning of an id may
    ///   be a slip, and is refused.
    func document(named text: String, isDeletion: Bool = false) throws -> Document {
        if text.isBlank { throw DocumentError.notFound("") }
        let (meant, bookmark) = try documents(withIDOrURL: text)
        let typed = BookmarkID.canonical(text)
        let isWhole = bookmark == typed || meant.first?.id == typed
        let named = isWhole ? [] : try documents(named: text)
        guard let document = meant.first else {
            if named.count == 1 { return named[0] }
            if named.count > 1 { throw DocumentError.severalNamed(text, named) }
            if let bookmark { throw DocumentError.ofBookmark(bookmark, []) }
            if let deleted = try deletedDocument(named: text) {
                throw DocumentError.isDeleted(deleted)
            }
            throw DocumentError.notFound(text)
        }
        let others = named.filter { !meant.contains($0) }
        if !others.isEmpty { throw DocumentError.severalMeant(text, meant + others) }
        if meant.count > 1 {
            if let bookmark { throw DocumentError.ofBookmark(bookmark, meant) }
            throw DocumentError.ambiguous(text, meant)
        }
        if isDeletion, !isWhole, named.isEmpty, text.isShortBeginning {
            throw DocumentError.tooShort(text, document)
        }
        return document
    }

    /// Returns the document in the trash with this id, or the latest with this name; `nil` if there
    /// is none.
    private func deletedDocument(named text: String) throws -> Document? {
        let typed = BookmarkID.canonical(text)
        let whole = try deletedDocuments().first { $0.id == typed }
        return try (whole ?? deletedDocuments(named: text).first)?.document
    }

    /// Returns the documents that a text means by an id or a URL: their own, or their bookmark's,
    /// which is returned too.
    private func documents(
        withIDOrURL text: String
    ) throws -> (documents: [Document], bookmark: String?) {
        do {
            return ([try document(matching: text)], nil)
        } catch DocumentError.ambiguous(_, let documents) {
            return (documents, nil)
        } catch DocumentError.notFound {
            guard let bookmark = try? LiveShelf(catalog: catalog).id(of: text) else {
                return ([], nil)
            }
            return (try documents(ofBookmark: bookmark), bookmark)
        }
    }

    /// Returns the bookmark that a person names by its id or URL, or else the document that a
    /// person names by its id or name.
    func bookmarkOrDocument(named text: String) throws -> NamedItem {
        if text.isBlank { throw BookmarkError.notFound(id: "") }
        let id: String
        do { id = try LiveShelf(catalog: catalog).id(of: text) } catch {
            return .document(try document(named: text, insteadOfBookmark: error))
        }
        if text.isIDOrBeginning, id != BookmarkID.canonical(text) {
            let others = try documents(named: text).filter { $0.bookmark != id }
            if !others.isEmpty {
                throw DocumentError.severalMeant(text, others, bookmark: try catalog.row(id: id))
            }
        }
        return .bookmark(id)
    }

    /// Returns the document that a text names if it names no bookmark.
    ///
    /// - Parameter failure: the reason why it names no bookmark.
    private func document(
        named text: String, insteadOfBookmark failure: any Error
    ) throws -> Document {
        let isKept: Bool
        switch failure {
        // A deleted bookmark has the id, maybe together with its note.
        case BookmarkError.isDeleted:
            let named = try documents(named: text)
            if named.count == 1 { return named[0] }
            throw failure
        case BookmarkError.notFound: isKept = false
        case BookmarkError.unknownPage, is WebAddressError: isKept = text.contains("://")
        default: throw failure
        }
        do { return try document(named: text) } catch DocumentError.notFound {
            throw isKept ? failure : DocumentError.nothingNamed(text)
        }
    }

    /// Returns the id of the bookmark that a person names. For the id of a document, it throws an
    /// error that says so: changing the whole bookmark would be more than was meant.
    func bookmarkID(named text: String) throws -> String {
        try namingBookmarks { try LiveShelf(catalog: catalog).id(of: text) }
    }

    /// Runs a lookup of bookmarks. If the id belongs to a document instead, throws an error that
    /// says so.
    func namingBookmarks<R>(_ body: () throws -> R) throws -> R {
        do { return try body() } catch BookmarkError.notFound(let id) {
            guard let document = try? document(matching: id) else {
                throw BookmarkError.notFound(id: id)
            }
            throw DocumentError.isDocument(document)
        }
    }
}

extension String {
    /// Whether the text is empty, or only white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }

    /// Whether the text has only characters of ids.
    var isIDOrBeginning: Bool { utf8.allSatisfy(isOfID) }

    /// Whether the text is so short a beginning of an id that it may be a slip.
    var isShortBeginning: Bool {
        isIDOrBeginning && utf8.count < DocumentError.shortestBeginning
    }
}
