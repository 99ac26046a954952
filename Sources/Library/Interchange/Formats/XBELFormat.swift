import Bookmarks

/// Reads the XML Bookmark Exchange Language (http://pyxml.sourceforge.net/topics/xbel/).
enum XBELFormat {
    static func parse(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        var parser = XBELParser()
        let document = try XMLReader.document(bytes, deepest: FolderPath.deepest)
        for event in document.events { parser.take(event) }
        return try document.finish(parser.result)
    }
}

struct XBELParser {
    var result = ParsedImport(format: .xbel)
    /// The paths of the open folders. A folder not named yet has that of the folder around it.
    private var folders: [String] = []
    private var bookmark: ImportedBookmark?
    private var text = ""
    /// The owner of the metadata being read.
    private var owner = ""
    /// The owners under which Cloudy writes fields that XBEL lacks.
    enum Owner: String {
        case tags = "cloudy:tags"
        case description = "cloudy:description"
        case unread = "cloudy:unread"
        case archived = "cloudy:archived"
    }

    mutating func take(_ event: XMLEvent) {
        switch event {
        case .open(let name, let attributes, let line):
            text = ""
            switch name {
            case "folder": folders.append(folders.last ?? "")
            case "bookmark":
                bookmark = ImportedBookmark(
                    url: attributes["href"] ?? "",
                    tags: TagText.splitAtCommasOrBlanks(attributes["tags"] ?? ""),
                    folder: folders.last ?? "",
                    added: attributes["added"].flatMap(Moment.parse),
                    modified: attributes["modified"].flatMap(Moment.parse), line: line)
                bookmark?.hasUnreadDate = attributes["added"].map(Moment.isUnread) ?? false
            case "metadata": owner = attributes["owner"] ?? ""
            case "separator": result.skip(line, "a separator")
            case "alias": result.skip(line, "an alias of another entry")
            default: break
            }
        case .text(let part): text += part
        case .close(let name): close(name)
        }
    }

    private mutating func close(_ name: String) {
        switch name {
        case "title":
            if bookmark != nil {
                bookmark?.name = text
            } else if !folders.isEmpty {
                folders.removeLast()
                folders.append(FolderPath.path(folders.last ?? "", text))
            }
        case "desc": bookmark?.notes = text
        // Written by Konqueror and other KDE programs.
        case "time_added" where bookmark?.added == nil:
            bookmark?.added = Moment.parse(text)
            bookmark?.hasUnreadDate = Moment.isUnread(text)
        case "metadata":
            switch Owner(rawValue: owner) {
            case .tags: bookmark?.tags = TagText.separated(text, by: " ")
            case .description: bookmark?.description = text
            case .unread: bookmark?.isUnread = true
            case .archived: bookmark?.isArchived = true
            case nil: break
            }
        case "bookmark":
            if let bookmark { result.take(bookmark) }
            bookmark = nil
        case "folder": _ = folders.popLast()
        default: break
        }
        text = ""
    }
}
