/// A format from which Cloudy can read bookmarks.
public enum ImportFormat: String, Sendable, Hashable, CaseIterable {
    case netscape = "html"
    case firefox
    case chrome
    case safari
    case pinboard
    case pocket
    case instapaper
    case raindrop
    case linkding
    case linkdingData = "linkding-data"
    case linkwarden
    case shiori
    case archiveBox = "archivebox"
    case wallabag
    case omnivore
    case reader
    case keep
    case telegram
    case buku
    case places
    case xbel
    case opml
    case feed
    case link
    case markdown
    case org
    case urls
    case json
    case jsonl
    case csv
    case cloudy
    case files

    /// The formats that a person can name. Each file in a folder or archive is recognized by
    /// itself.
    public static let named = allCases.filter { $0 != .files }

    /// The format's name for people.
    public var title: String {
        switch self {
        case .netscape: "bookmarks as HTML"
        case .firefox: "Firefox backup"
        case .chrome: "Chromium bookmarks"
        case .safari: "Safari bookmarks"
        case .pinboard: "Pinboard export"
        case .pocket: "Pocket export"
        case .instapaper: "Instapaper export"
        case .raindrop: "Raindrop export"
        case .linkding: "linkding export"
        case .linkdingData: "linkding data folder"
        case .linkwarden: "Linkwarden export"
        case .shiori: "shiori data folder"
        case .archiveBox: "ArchiveBox collection"
        case .wallabag: "wallabag export"
        case .omnivore: "Omnivore export"
        case .reader: "articles of a feed reader"
        case .keep: "Google Keep export"
        case .telegram: "Telegram export"
        case .buku: "buku database"
        case .places: "Firefox database"
        case .xbel: "XBEL"
        case .opml: "OPML"
        case .feed: "a feed (RSS or Atom)"
        case .link: "a link in a file of its own"
        case .markdown: "links in Markdown"
        case .org: "links in Org"
        case .urls: "a list of URLs"
        case .json: "JSON"
        case .jsonl: "lines of JSON"
        case .csv: "CSV"
        case .cloudy: "Cloudy export"
        case .files: "several files"
        }
    }

    /// Whether the format has numbered entries instead of lines, as a database does.
    public var hasNoLines: Bool { Self.numbered.contains(self) }

    private static let numbered: Set<Self> = [
        .buku, .places, .linkdingData, .shiori, .archiveBox, .files,
    ]
}
