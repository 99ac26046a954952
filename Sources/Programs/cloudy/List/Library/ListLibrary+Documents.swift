import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import FileCoordination
import ReadableText
import WebPages

extension ListLibrary {
    func readablePage(
        ofBookmark id: String, document: String?
    ) async throws -> ReadPage.Answer {
        let found =
            try document.map { try home.document(matching: $0) }
            ?? home.savedPage(ofBookmark: id)
        guard let document = found else { return .notSaved }
        func answer(_ page: ReadablePage) throws -> ReadPage.Answer {
            .page(page, at: try home.readingPlace(ofDocument: document.id))
        }
        if let page = home.indexedPage(of: document) { return try answer(page) }
        guard let content = try await home.content(of: document.head) else {
            return .notHere(home.absence(of: document).description)
        }
        if !document.mediaType.contains("html") {
            let plain: ReadablePage
            do throws(NoText) {
                let text = try await PageExtraction.text(
                    ofFile: content, mediaType: document.mediaType, name: document.name)
                plain = ReadablePage(plainText: text, title: document.title)
            } catch {
                return .unreadable(error.reason, document: document.id)
            }
            return try answer(plain)
        }
        let page: ReadablePage
        do {
            page = try await PageExtraction().page(
                html: content, url: document.source, charset: document.mediaType)
        } catch let failure {
            return .unreadable("\(failure)", document: document.id)
        }
        home.index(page, of: document)
        return try answer(page)
    }

    func documents(ofBookmark id: String) throws -> [DocumentRow] {
        try home.documentRows(ofBookmark: id)
    }

    func deletedDocuments() throws -> [DeletedDocument] { try home.deletedDocuments() }

    func deletedDocument(id: String) throws -> DeletedDocument? {
        try home.deletedDocument(matching: id)
    }

    func beginning(ofDeleted document: Document) async throws -> String? {
        try await home.text(of: document, PageExtraction()).map { String($0.prefix(4000)) }
    }

    func versions(ofDocument id: String) throws -> [VersionRow] {
        let document: Document
        do { document = try home.document(matching: id) } catch DocumentError.notFound {
            return []
        }
        return document.history.enumerated().reversed().map { index, version in
            VersionRow(
                version, number: index + 1, shows: version == document.head,
                isConflicting: document.isInConflict(version))
        }
    }

    func changes(
        ofVersion number: Int, ofDocument id: String
    ) async throws -> DiffRequest.Answer {
        let document = try home.document(matching: id)
        var contents: [[UInt8]] = number > 1 ? [] : [[]]
        for number in max(1, number - 1)...number {
            let version = try home.version(number, of: document)
            guard let content = try await home.content(of: version) else {
                return .problem(
                    home.absence(of: document, version).description)
            }
            contents.append(content)
        }
        let texts: [[UInt8]]
        do {
            texts = try await document.comparableTexts(of: contents, PageExtraction())
        } catch let error as DocumentError {
            return .problem(error.description)
        }
        return .lines(LineDiff(from: texts[0], to: texts[1]).lines)
    }

    func copyToOpen(document id: String) async throws -> OpenDocument.Answer {
        let document = try home.document(matching: id)
        guard let content = try await home.content(of: document.head) else {
            return .problem(
                home.absence(of: document).description)
        }
        let copies = OpenedCopies(home)
        copies.removeOld()
        return .file(url: try copies.add(content, of: document).url)
    }

    func drop(document id: String) throws -> String? {
        do {
            try home.drop(try home.document(matching: id))
            return nil
        } catch let error as DocumentError {
            return error.description
        }
    }

    func keep(_ place: ReadingPlace) throws { try home.keep(place) }

    func transfers() throws -> [Transfer] { try home.transfers() }

    func areTransfersPaused() throws -> Bool { try home.areTransfersPaused }

    func change(_ change: TransferChange, _ transfers: [Transfer]) throws {
        try home.change(change, transfers)
    }

    func snippet(ofBookmark id: String, finding phrases: [TextPhrase]) throws -> TextSnippet? {
        try home.textIndex.snippet(ofBookmark: id, finding: phrases, length: 400)
    }

    func beginning(of kind: Document.Kind, ofBookmark id: String) throws -> String? {
        try home.documents(ofBookmark: id).filter { $0.kind == kind }
            .max { $0.head.made < $1.head.made }
            .flatMap { home.indexedBeginning(of: $0) }
    }

    func attach(file typed: String, toBookmark id: String) async -> AttachFile.Answer {
        let path = FolderContent.expanded(typed)
        do {
            // A list must not wait for another program.
            if GivenPath.isPipe(path) {
                throw HomeError(
                    .usage, "\(typed) is a pipe. To attach it: cloudy attach \(id) \(typed)")
            }
            let name = attachmentName(of: path)
            let item = try home.item(file: name, try attachment(at: path), ofBookmark: id)
            let controller = home.makeController(mirror: mirror, session: session)
            try controller.documents.keep([item])
            home.device.ring()
            return .attached(name: name, step: controller.latestStep)
        } catch {
            return .problem(message(for: error))
        }
    }

    func savePages(
        ofIDs ids: [String], tell: @escaping @Sendable (SaveProgress) -> Void
    ) async -> SaveEnd {
        do {
            let rows = try catalog.rows(ids: ids)
            let links = ids.compactMap { id in
                rows[id].map { LinkChecker.Link(id: id, url: $0.url) }
            }
            let pages = FetchedPages(home, mirror, session: session, total: ids.count)
            let arrived = ArrivedPages(tell)
            let checker = pages.checker(of: links) { arrived.note($1, ofPage: $0) }
            arrived.begin(total: checker.count)
            guard checker.count > 0 else {
                return SaveEnd(
                    ids: [], total: ids.count, problem: "there is no http or https address")
            }
            let end = try await checker.run { results in
                pages.add(results)
                arrived.note(done: pages.results.count)
            }
            return try self.end(of: pages, total: checker.count, end)
        } catch {
            return SaveEnd(ids: [], total: ids.count, problem: message(for: error))
        }
    }

    /// Ends the undo step of the pages.
    private func end(
        of pages: FetchedPages, total: Int, _ end: LinkChecker.End
    ) throws -> SaveEnd {
        let step = try pages.finish()
        home.device.ring()
        let results = pages.results
        var problem = results.lazy.compactMap(\.problem).first
        if end == .offline { problem = "no web server answers. Check the network connection" }
        return SaveEnd(
            ids: results.compactMap(\.item?.bookmark),
            unchanged: results.count(where: \.isUnchanged),
            total: total, problem: problem,
            failures: results.compactMap { result in
                result.problem.map { SaveEnd.Failure(id: result.id, reason: $0) }
            },
            isStopped: end == .cancelled, step: step)
    }
}

extension ReadablePage {
    /// Makes a page of a text that keeps its lines; empty lines separate paragraphs.
    init(plainText text: String, title: String) {
        let paragraphs = text.replacing("\r\n", with: "\n").split(separator: "\n\n")
        self.init(
            title: title,
            blocks: paragraphs.map { paragraph in
                Block(.paragraph([Inline(paragraph.trimmingLineBreaks)]))
            })
    }
}

extension Substring {
    fileprivate var trimmingLineBreaks: String {
        var text = drop { $0.isNewline }
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}
