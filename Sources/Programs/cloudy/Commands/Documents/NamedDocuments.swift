import BookmarkLibrary
import Bookmarks
import Documents

extension Home {
    /// Returns the document that a person names: by its id or a prefix of it, by its bookmark, if
    /// that has no other document, or by its name.
    func document(named text: String) throws -> Document {
        do {
            return try document(matching: text)
        } catch DocumentError.notFound(let id) {
            guard let bookmark = try? LiveShelf(catalog: catalog).id(of: text) else {
                let found = try documents(named: text)
                if found.count == 1 { return found[0] }
                throw found.isEmpty
                    ? DocumentError.notFound(id) : DocumentError.severalNamed(text, found)
            }
            let documents = try documents(ofBookmark: bookmark)
            if documents.count == 1 { return documents[0] }
            throw DocumentError.ofBookmark(bookmark, documents)
        }
    }

    /// Returns the id of the bookmark that a person names. For the id of a document, it throws an
    /// error that tells so: changing the whole bookmark would be more than was meant.
    func bookmarkID(named text: String) throws -> String {
        try namingBookmarks { try LiveShelf(catalog: catalog).id(of: text) }
    }

    /// Runs a lookup of bookmarks. If the id belongs to a document instead, throws an error that
    /// tells so.
    func namingBookmarks<R>(_ body: () throws -> R) throws -> R {
        do { return try body() } catch BookmarkError.notFound(let id) {
            guard let document = try? document(matching: id) else {
                throw BookmarkError.notFound(id: id)
            }
            throw DocumentError.isDocument(document)
        }
    }

    /// Returns the document with an id that no bookmark has. If there is none either, throws the
    /// error about bookmarks.
    func document(insteadOfBookmark id: String) throws -> Document {
        do { return try document(matching: id) } catch DocumentError.notFound {
            throw BookmarkError.notFound(id: id)
        }
    }
}
