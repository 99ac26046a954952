import Bookmarks
import DeviceStore
public import Documents
import FileCoordination
import Glibc
public import ReadableText
public import WebPages

extension Home {
    /// The progress of an update of the text index.
    public struct IndexProgress: Sendable, Hashable {
        public var done: Int
        public var total: Int
    }

    /// The result of an update of the text index.
    public enum IndexUpdate: Sendable, Hashable {
        /// The index has all documents.
        case complete
        /// The contents of some documents are not on this device yet.
        case incomplete
        /// Another process is updating the index, or nothing can be written here.
        case busy
    }

    /// Adds missing documents to the text index, and removes those that are gone. If there are
    /// none, this takes a millisecond or two.
    ///
    /// - Parameters:
    ///   - waits: whether to wait for another process that is updating the index.
    ///   - tell: called with the progress.
    @discardableResult
    public func updateTextIndex(
        _ extraction: PageExtraction, waits: Bool = false,
        _ tell: (IndexProgress) -> Void = { _ in }
    ) async throws -> IndexUpdate {
        if readOnlyReason != nil { return .busy }
        let stamp = try DocumentTable.stamp(in: device.replica)
        // Most people keep no documents, so no file is created for them.
        if stamp == "0 0", access(textIndex.path, F_OK) != 0 { return .complete }
        if try textIndex.stamp() == stamp { return .complete }
        let lock = try FileLock(path: textIndex.path + ".lock")
        if waits { try await lock.lock() } else if !lock.tryLock() { return .busy }
        defer { lock.unlock() }
        do {
            return try await index(extraction, tell)
        } catch is TextIndex.Damaged {
            // An empty index has replaced the damaged one.
            return try await index(extraction, tell)
        }
    }

    private func index(
        _ extraction: PageExtraction, _ tell: (IndexProgress) -> Void
    ) async throws -> IndexUpdate {
        let stamp = try DocumentTable.stamp(in: device.replica)
        let (wanted, there) = (
            try DocumentTable.marks(in: device.replica), try textIndex.marks()
        )
        try textIndex.change(removing: there.keys.filter { wanted[$0] == nil })
        let changed = wanted.filter { there[$0.key] != $0.value.mark }
        // Most contents may be in the cloud only, so their records are not read.
        let missing = changed.filter { contents.contains($0.value.content) }.keys.sorted()
        var progress = IndexProgress(done: 0, total: missing.count)
        var isComplete = missing.count == changed.count
        for start in stride(from: 0, to: missing.count, by: Self.indexedTogether) {
            let ids = Array(missing[start..<min(start + Self.indexedTogether, missing.count)])
            tell(progress)
            let entries = try await entries(of: try documents(ids: ids), extraction)
            try Task.checkCancellation()
            try textIndex.change(adding: entries)
            isComplete = isComplete && entries.count == ids.count
            progress.done += ids.count
        }
        guard isComplete else { return .incomplete }
        try textIndex.setStamp(stamp)
        return .complete
    }

    /// The number of documents that are read at once; each page needs a child process.
    private static let extractedTogether = 4
    /// The number of documents that are written at once.
    private static let indexedTogether = 32

    /// Returns the index entries of documents whose contents are here.
    private func entries(
        of documents: [Document], _ extraction: PageExtraction
    ) async throws -> [TextIndex.Entry] {
        var entries: [TextIndex.Entry] = []
        try await withThrowingTaskGroup(of: TextIndex.Entry?.self) { group in
            for (number, document) in documents.enumerated() {
                if number >= Self.extractedTogether, let entry = try await group.next() {
                    entries += [entry].compactMap(\.self)
                }
                group.addTask { try await self.entry(of: document, extraction) }
            }
            for try await entry in group { entries += [entry].compactMap(\.self) }
        }
        return entries
    }

    private func entry(
        of document: Document, _ extraction: PageExtraction
    ) async throws -> TextIndex.Entry? {
        guard contents.contains(document.head.content) else { return nil }
        let content: [UInt8]
        do {
            guard let found = try contents.content(document.head.content) else { return nil }
            content = found
        } catch {
            // Index a document with damaged content by its name; reading it shows the problem.
            return TextIndex.Entry(document, DocumentText(text: ""))
        }
        let text = await extraction.text(
            of: content, mediaType: document.mediaType, name: document.name, url: document.source)
        return text.map { TextIndex.Entry(document, $0) }
    }

    /// Keeps the index up to date whenever something changes, until the task is cancelled.
    ///
    /// - Parameter tell: called after each change of the index by this process or another.
    public func runTextIndex(
        _ extraction: PageExtraction, _ tell: @escaping @Sendable () -> Void = {}
    ) async {
        var latest: String?
        await device.repeatOnChanges {
            // A failed update is retried; a search reports why if it still fails then.
            let update = (try? await updateTextIndex(extraction)) ?? .incomplete
            if access(textIndex.path, F_OK) == 0, let state = try? textIndex.state() {
                if state != latest, latest != nil || state != "0 0" { tell() }
                latest = state
            }
            return update == .complete || readOnlyReason != nil
        }
    }

    /// Returns the page of a document for a reader, if the index has this content.
    public func indexedPage(of document: Document) -> ReadablePage? {
        guard access(textIndex.path, F_OK) == 0,
            let json = try? textIndex.page(
                ofDocument: document.id, content: document.head.content.description)
        else { return nil }
        return ReadablePage(json: json)
    }

    /// Returns the beginning of a document's text, if the index has this content.
    public func indexedBeginning(of document: Document) -> String? {
        guard access(textIndex.path, F_OK) == 0 else { return nil }
        return try? textIndex.beginning(
            ofDocument: document.id, content: document.head.content.description)
    }

    /// Returns the text of a document that the index lacks, such as a deleted one; `nil` if its
    /// content is not on this device.
    public func text(of document: Document, _ extraction: PageExtraction) async throws -> String? {
        try await entry(of: document, extraction)?.text
    }

    /// Adds the page of a document to the index for the next reader.
    public func index(_ page: ReadablePage, of document: Document) {
        if readOnlyReason != nil { return }
        // Without the index, the next reader extracts the text again.
        try? textIndex.change(
            adding: [TextIndex.Entry(document, DocumentText(text: page.text, page: page))])
    }
}

extension TextIndex.Entry {
    init(_ document: Document, _ text: DocumentText) {
        self.init(
            id: document.id, bookmark: document.bookmark, mark: document.mark,
            content: document.head.content.description, name: document.name, text: text.text,
            page: text.page?.json)
    }
}
