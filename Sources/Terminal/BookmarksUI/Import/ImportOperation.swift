/// The machine's facts and functions that an import needs.
public protocol ImportLibrary: Sendable {
    /// Returns this person's browsers that have bookmarks.
    func browsers() -> [FoundBrowser]
    /// Returns the number of bookmarks of a browser; `nil` if they can't be read.
    func bookmarkCount(of browser: FoundBrowser) -> Int?
    /// Returns the names in a folder, written as typed; folders end with a slash.
    func names(inFolder typed: String) -> [String]
    /// Imports from files or URLs in one undo step. Ends early if the task is cancelled.
    func importBookmarks(
        from sources: [ImportBookmarks.Source],
        tell: @escaping @Sendable (ImportProgress) -> Void
    ) async -> ImportEnd
}

/// Asks for the browsers on this machine that have bookmarks. An empty list does so when it opens.
public struct BrowsersRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> [FoundBrowser] {
        library.browsers()
    }

    public func quickAnswer(from library: any PageLibrary) throws -> [FoundBrowser]? { nil }
}

/// Counts the bookmarks of the browsers on this machine, and reports each count.
public struct CountBrowsers: PageOperation {
    public init() {}

    /// Reports the counts so far, by the paths of the browsers' files.
    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable ([String: Int]) -> Void
    ) async throws -> [String: Int]? {
        var counts: [String: Int] = [:]
        for browser in library.browsers() {
            if Task.isCancelled { return nil }
            guard let count = library.bookmarkCount(of: browser) else { continue }
            counts[browser.path] = count
            tell(counts)
        }
        return counts
    }
}

/// Asks for the contents of a folder.
public struct FolderContentsRequest: PageRequest {
    /// The folder as typed.
    public var folder: String

    public init(folder: String) {
        self.folder = folder
    }

    public func answer(from library: any PageLibrary) throws -> [String] {
        library.names(inFolder: folder)
    }

    public func quickAnswer(from library: any PageLibrary) throws -> [String]? { nil }
}

/// Imports from files or URLs in one undo step.
public struct ImportBookmarks: PageOperation {
    /// A file or a URL.
    public struct Source: Sendable, Hashable {
        public var path: String
        /// The source's name in messages.
        public var name: String

        public init(_ path: String, name: String) {
            self.path = path
            self.name = name
        }
    }

    /// The progress, and finally the result.
    public enum Answer: Sendable, Hashable {
        case progress(ImportProgress)
        case ended(ImportEnd)
    }

    var sources: [Source]

    public init(from sources: [Source]) {
        self.sources = sources
    }

    public static var accountWork: String? { "import" }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        .ended(
            await library.importBookmarks(from: sources) { tell(.progress($0)) })
    }

    public func edit(at answer: Answer) -> OperationEdit? {
        switch answer {
        // Reading may take long, and keeps nothing.
        case .progress(.storing): .begun
        case .progress: nil
        case .ended(let end): .ended(step: end.step ?? 0)
        }
    }
}
