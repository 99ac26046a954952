import Bookmarks

/// The progress of an import.
public enum ImportProgress: Sendable, Hashable {
    /// A URL is being downloaded; the total is `nil` if the server does not tell it.
    case fetching(bytes: Int, of: Int?)
    case reading
    /// Another import of this device is running.
    case waiting
    case storing(done: Int, of: Int)

    /// The words for the title.
    var words: String {
        switch self {
        case .fetching(let bytes, let total): "fetching \(byteCount(bytes, of: total))"
        case .reading: "reading"
        case .waiting: "waiting for another import"
        case .storing(let done, let total): "importing \(grouped(done))/\(grouped(total))"
        }
    }
}

/// The result of an import.
public struct ImportEnd: Sendable, Hashable {
    /// A summary in one line, without a full stop.
    public var summary: String
    /// A line with the reason for each entry that was not imported.
    public var details: [String]
    /// Whether anything was imported, so that undo can revert it.
    public var isAnything: Bool
    /// Whether everything was imported that should be.
    public var isSuccess: Bool
    /// Whether the person stopped it early.
    public var isStopped: Bool
    /// The number of the undo step; `nil` if none is kept.
    public var step: Int64?
    /// The changed bookmarks.
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

/// The bookmarks of a browser on this machine, for an import.
public struct FoundBrowser: Sendable, Hashable {
    /// The browser: `Firefox`, `Chrome` and so on.
    public var browser: String
    /// The browser's name for the profile.
    public var profile: String
    /// The path of the file with the bookmarks.
    public var path: String

    public init(browser: String, profile: String, path: String) {
        self.browser = browser
        self.profile = profile
        self.path = path
    }
}

extension [FoundBrowser] {
    /// The word that imports each browser: its name, and the name of the profile if there are
    /// several.
    var words: [(word: String, browser: FoundBrowser)] {
        zip(self, sources).map { found, source in (source.name.lowercased(), found) }
    }

    /// The sources of an import, with names for messages.
    var sources: [ImportBookmarks.Source] {
        map { found in
            let isAlone = count { $0.browser == found.browser } == 1
            return ImportBookmarks.Source(
                found.path, name: isAlone ? found.browser : "\(found.browser) \(found.profile)")
        }
    }
}
