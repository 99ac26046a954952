/// The facts and the work of this machine that an import needs.
public protocol ImportLibrary: Sendable {
    /// The browsers of this person that have bookmarks.
    func browsers() -> [FoundBrowser]
    /// The names in a folder, written as it was typed; folders have a slash behind.
    func names(inFolder typed: String) -> [String]
    /// Imports a file or what is at a URL. Ends early when the task is cancelled.
    func importBookmarks(
        from source: String, name: String, tell: @escaping @Sendable (ImportProgress) -> Void
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

/// Asks what is in a folder.
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

/// Imports a file or what is at a URL.
public struct ImportBookmarks: PageOperation {
    /// Its progress, and at last its end.
    public enum Answer: Sendable, Hashable {
        case progress(ImportProgress)
        case ended(ImportEnd)
    }

    var source: String
    /// Its name in messages.
    var name: String

    public init(from source: String, name: String) {
        self.source = source
        self.name = name
    }

    public static var edits: Bool { true }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        .ended(
            await library.importBookmarks(from: source, name: name) { tell(.progress($0)) })
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
