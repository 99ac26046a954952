public import Documents
public import ReadableText

/// Asks for the text of a bookmark's saved page, or of one of its documents. Another process
/// extracts it.
public struct ReadPage: PageOperation {
    /// The text, or the reason why there is none.
    public enum Answer: Sendable, Hashable {
        /// The page, and the place where a person stopped reading, if known.
        case page(ReadablePage, at: ReadingPlace? = nil)
        case notSaved
        /// The content is not on this device and cannot be fetched; the reason is one or more
        /// sentences.
        case notHere(String)
        /// The reason, without a full stop, and the id of the document.
        case unreadable(String, document: String? = nil)
    }

    /// The id of the bookmark.
    public var id: String
    /// The id of the document; `nil` for the latest saved page.
    public var document: String?

    public init(id: String, document: String? = nil) {
        self.id = id
        self.document = document
    }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        let answer = try await library.readablePage(ofBookmark: id, document: document)
        return Task.isCancelled ? nil : answer
    }
}

/// Stores the place where a person stopped reading, for all devices.
public struct KeepReadingPlace: PageRequest {
    public var place: ReadingPlace

    public init(_ place: ReadingPlace) {
        self.place = place
    }

    public func answer(from library: any PageLibrary) throws -> Bool {
        try library.keep(place)
        return true
    }
}

extension Reader {
    var requests: [any PageOperation] { [ReadPage(id: id, document: document)] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        case .pagesSaved(let ids): ids.contains(id)
        case .outcome(.reversed): true
        case .outcome(.changed(_, let ids, _)): document != nil && ids.contains(id)
        default: false
        }
    }

    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        receive(answer, view)
        guard let original,
            let file = answer.answer(to: OpenDocument(document: original, for: .reader))
        else { return [] }
        return file.commands
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        guard let answer = answer.answer(to: ReadPage(id: id, document: document)) else { return }
        show(answer)
        sizeChanged(view)
        guard goesToHit, page != nil else { return goToPlace() }
        goesToHit = false
        follow(view)
    }
}
