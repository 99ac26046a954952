import Bookmarks

/// How far an import is.
public enum ImportProgress: Sendable, Hashable {
    /// A URL is being downloaded.
    case fetching(bytes: Int)
    case reading
    /// Another import of this device is at work.
    case waiting
    case storing(done: Int, of: Int)

    /// As the title says it.
    var words: String {
        switch self {
        case .fetching(let bytes): "fetching \(byteCount(bytes))"
        case .reading: "reading"
        case .waiting: "waiting for another import"
        case .storing(let done, let total): "importing \(grouped(done))/\(grouped(total))"
        }
    }
}

/// The result of an import.
public struct ImportEnd: Sendable, Hashable {
    /// A line that says it, without a full stop.
    public var summary: String
    /// Everything that was not imported, and why, a line for each.
    public var details: [String]
    /// Whether something came in, which undo takes back.
    public var isAnything: Bool
    /// Whether all came in that should.
    public var isSuccess: Bool
    /// Whether the person ended it before it was done.
    public var isStopped: Bool
    /// The edit that it made; `nil` where nothing is kept of it.
    public var step: Int64?
    /// The bookmarks that are other now than they were.
    public var ids: Set<String>

    public init(
        summary: String, details: [String] = [], isAnything: Bool = false, isSuccess: Bool = false,
        isStopped: Bool = false, step: Int64? = nil, ids: Set<String> = []
    ) {
        self.summary = summary
        self.details = details
        self.isAnything = isAnything
        self.isSuccess = isSuccess
        self.isStopped = isStopped
        self.step = step
        self.ids = ids
    }
}

/// Bookmarks of a browser on this machine, to be imported.
public struct FoundBrowser: Sendable, Hashable {
    /// `Firefox`, `Chrome` and so on.
    public var browser: String
    /// The browser's name for the profile.
    public var profile: String
    /// The file that holds the bookmarks.
    public var path: String

    public init(browser: String, profile: String, path: String) {
        self.browser = browser
        self.profile = profile
        self.path = path
    }
}

extension [FoundBrowser] {
    /// The word that imports each of them: the name of the browser, and that of the profile if
    /// there are several.
    var words: [(word: String, browser: FoundBrowser)] {
        zip(self, sources).map { found, source in (source.name.lowercased(), found) }
    }

    /// The same with names for messages.
    var sources: [ImportBookmarks.Source] {
        map { found in
            let isAlone = count { $0.browser == found.browser } == 1
            return ImportBookmarks.Source(
                found.path, name: isAlone ? found.browser : "\(found.browser) \(found.profile)")
        }
    }
}
