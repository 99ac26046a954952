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
}
