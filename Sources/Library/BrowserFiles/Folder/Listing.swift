/// The answer to `PROPFIND`.
struct Listing {
    /// A file or a collection in the listing.
    struct Item {
        var path: BrowserPath
        var isCollection: Bool
        var length = 0
        var modified: Int64
        var tag: UInt64
        var type = "application/xml"
    }

    var items: [Item] = []

    func answer(under prefix: String) -> BrowserAnswer {
        var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:multistatus xmlns:D=\"DAV:\">\n"
        for item in items {
            let address = item.path.encoded(under: prefix, isCollection: item.isCollection)
            text += "<D:response>\n<D:href>\(address)</D:href>\n<D:propstat>\n<D:prop>\n"
            if item.isCollection {
                text += "<D:resourcetype><D:collection/></D:resourcetype>\n"
            } else {
                // On separate lines: clients search for the length with a pattern.
                text += "<D:resourcetype/>\n"
                text += "<D:getcontentlength>\(item.length)</D:getcontentlength>\n"
                text += "<D:getcontenttype>\(item.type)</D:getcontenttype>\n"
            }
            text += "<D:getlastmodified>\(FileDate.text(item.modified))</D:getlastmodified>\n"
            text += "<D:getetag>\"\(String(item.tag, radix: 16))\"</D:getetag>\n"
            text += "</D:prop>\n<D:status>HTTP/1.1 200 OK</D:status>\n</D:propstat>\n"
            text += "</D:response>\n"
        }
        text += "</D:multistatus>\n"
        return BrowserAnswer(
            207, headers: ["Content-Type": "application/xml; charset=utf-8"],
            body: Array(text.utf8))
    }
}
