/// The facts and the work of this machine that an import needs.
public protocol ImportLibrary: Sendable {
    /// The browsers of this person that have bookmarks.
    func browsers() -> [FoundBrowser]
    /// How many bookmarks a browser has; `nil` where they can't be read.
    func bookmarkCount(of browser: FoundBrowser) -> Int?
    /// The names in a folder, written as it was typed; folders have a slash behind.
    func names(inFolder typed: String) -> [String]
    /// Imports from files or URLs, as one step. Ends early when the task is cancelled.
    func importBookmarks(
        from sources: [ImportBookmarks.Source],
        tell: @escaping @Sendable (ImportProgress) -> Void
    ) async -> ImportEnd
}

/// Asks which browsers on this machine have bookmarks. A list that is empty asks when it opens.
public struct BrowsersRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> [FoundBrowser] {
        library.browsers()
    }

    public func quickAnswer(from library: any PageLibrary) throws -> [FoundBrowser]? { nil }
}

/// Counts the bookmarks of the browsers on this machine, and tells each count as it comes.
public struct CountBrowsers: PageOperation {
    public init() {}

    /// The counts so far, by the paths of the browsers' files.
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
    /// The folder as it was typed.
    public var folder: String

    public init(folder: String) {
        self.folder = folder
    }

    public func answer(from library: any PageLibrary) throws -> [String] {
        library.names(inFolder: folder)
    }

    public func quickAnswer(from library: any PageLibrary) throws -> [String]? { nil }
}

/// Imports from files or URLs, as one step.
public struct ImportBookmarks: PageOperation {
    /// A file or a URL.
    public struct Source: Sendable, Hashable {
        public var path: String
        /// Its name in messages.
        public var name: String

        public init(_ path: String, name: String) {
            self.path = path
            self.name = name
        }
    }

    /// Its progress, and at last its end.
    public enum Answer: Sendable, Hashable {
        case progress(ImportProgress)
        case ended(ImportEnd)
    }

    var sources: [Source]

    public init(from sources: [Source]) {
        self.sources = sources
    }

    public static var edits: Bool { true }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        .ended(
            await library.importBookmarks(from: sources) { tell(.progress($0)) })
    }

    public func edit(at answer: Answer) -> OperationEdit? {
        switch answer {
        // Reading may take longer than anybody waits, and keeps nothing.
        case .progress(.storing): .begun
        case .progress: nil
        case .ended(let end): .ended(step: end.step ?? 0)
        }
    }
}
