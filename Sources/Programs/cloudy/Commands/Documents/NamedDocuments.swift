import BookmarkLibrary
import Bookmarks
import Documents

extension Home {
    /// The document that a person names: by its id, by the beginning of that, or by its bookmark
    /// where this has no other document.
    func document(named text: String) throws -> Document {
        do {
            return try document(matching: text)
        } catch DocumentError.notFound(let id) {
            guard let bookmark = try? LiveShelf(catalog: catalog).id(of: text) else {
                throw DocumentError.notFound(id)
            }
            let documents = try documents(ofBookmark: bookmark)
            if documents.count == 1 { return documents[0] }
            throw DocumentError.ofBookmark(bookmark, documents)
        }
    }

    /// The id of the bookmark that a person names, in a command that takes bookmarks. For the id of
    /// a document, the error says so: a change of its whole bookmark would be more than was meant.
    func bookmarkID(named text: String) throws -> String {
        try namingBookmarks { try LiveShelf(catalog: catalog).id(of: text) }
    }

    /// Runs a lookup of bookmarks. Where there is none of an id, but a document, the error says so.
    func namingBookmarks<R>(_ body: () throws -> R) throws -> R {
        do { return try body() } catch BookmarkError.notFound(let id) {
            guard let document = try? document(matching: id) else {
                throw BookmarkError.notFound(id: id)
            }
            throw DocumentError.isDocument(document)
        }
    }

    /// The document of an id that no bookmark has. Where no document has it either, the error is
    /// that of bookmarks.
    func document(insteadOfBookmark id: String) throws -> Document {
        do { return try document(matching: id) } catch DocumentError.notFound {
            throw BookmarkError.notFound(id: id)
        }
    }
}
