import BookmarkDatabase
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import HTTPTypes

extension LinkdingLibrary {
    /// Returns the documents of a bookmark with their numbers: saved pages and files.
    func assets(of number: Int) throws -> [(number: Int, document: Document)] {
        let documents = try home.documents(ofBookmark: assetOwner(number))
            .filter { $0.kind != .note }
        let numbers = try InterfaceNumbers.numbers(
            .document, of: documents.map(\.id), in: replica)
        return zip(numbers, documents).map { ($0, $1) }
    }

    private func assetOwner(_ number: Int) throws -> String {
        do { return try id(number) } catch is LinkdingError {
            throw LinkdingError(.notFound, detail: "Bookmark does not exist")
        }
    }

    func asset(_ asset: Int, of number: Int) throws -> Document {
        guard let found = try assets(of: number).first(where: { $0.number == asset }) else {
            throw LinkdingError.noSuch("BookmarkAsset")
        }
        return found.document
    }

    func json(_ document: Document, number: Int, bookmark: Int) -> JSONValue {
        let day = LinkdingDate.text(document.head.made).prefix(10).split(separator: "-")
        let isPage = document.kind == .page
        let name =
            isPage ? "HTML snapshot from \(day[1])/\(day[2])/\(day[0])" : document.title
        return [
            "id": .integer(number), "bookmark": .integer(bookmark),
            "date_created": .string(LinkdingDate.text(document.added)),
            "file_size": .integer(document.head.length),
            "asset_type": isPage ? "snapshot" : "upload",
            "content_type": .string(
                String(document.mediaType.prefix { $0 != ";" })),
            "display_name": .string(name), "status": "complete",
        ]
    }

    /// Attaches a file to a bookmark.
    func attach(_ file: FormFields.File, to number: Int) throws -> JSONValue {
        let id = try assetOwner(number)
        // A client may save the file under this name, which must not lead out of its folder.
        let name = file.name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        let item = try convertingErrors { try home.item(file: name, file.content, ofBookmark: id) }
        let document = try convertingErrors { try controller.documents.keep([item]) }[0]
        let asset = try InterfaceNumbers.numbers(.document, of: [document], in: replica)[0]
        return json(try self.asset(asset, of: number), number: asset, bookmark: number)
    }

    /// Stores a page in the form that a browser shows, with the bookmark of its address.
    func keepPage(_ content: [UInt8], _ title: String, url: String, of id: String) throws {
        let page = SavedPage(
            title: title, mediaType: "text/html; charset=utf-8", url: url, content: content)
        let item = try convertingErrors { try home.item(page, ofBookmark: id) }
        _ = try convertingErrors { try controller.documents.keep([item]) }
    }

    func deleteAsset(_ asset: Int, of number: Int) throws {
        let document = try self.asset(asset, of: number)
        try controller.documents.delete([document])
    }

    private func convertingErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DocumentError {
            throw LinkdingError(.badRequest, ["error": .string("\(error)")])
        }
    }
}
