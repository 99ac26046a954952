import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination

/// The text and the base of a note when the editor opens.
struct NoteStart: Sendable {
    let bookmark: String
    let text: String
    /// The shown content; `nil` if there is no note yet.
    let content: ChunkName?
    /// Whether the text comes from the short notes, which the note replaces.
    let isFromNotes: Bool

    /// - Parameter content: returns the content of a document.
    init(_ home: Home, _ bookmark: String, content: (Document) throws -> [UInt8]) throws {
        self.bookmark = bookmark
        if let note = try home.note(ofBookmark: bookmark) {
            let bytes = try content(note)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw HomeError(
                    .damaged, "The note is not text. To get it: cloudy docs get \(note.id) -o FILE")
            }
            (self.text, self.content, isFromNotes) = (text, note.head.content, false)
            return
        }
        let notes = try home.makeController(mirror: NoMirror()).bookmark(id: bookmark)?.notes ?? ""
        text = notes.isEmpty ? "" : notes + "\n"
        self.content = nil
        isFromNotes = !notes.isEmpty
    }
}

/// Stores a version of a note each time the editor writes its file, and sends it.
actor NoteKeeper {
    private let home: Home
    private let mirror: HomeMirror
    private let session: EditSession
    private let bookmark: String
    private let file: EditorFile
    private let isSending: Bool
    /// The content from which the text in the editor derives.
    private var base: ChunkName?
    private var text: String
    private var emptiesNotes: Bool
    /// The state of the file when it was last stored, and when it was last checked.
    private var kept: FileRevision
    private var seen: FileRevision
    private var end = End()

    /// The outcome.
    struct End: Sendable {
        /// The number of stored versions.
        var count = 0
        /// The latest undo step; 0 if nothing was stored.
        var step: Int64 = 0
        /// Whether the note had been deleted elsewhere, and the new text restored it.
        var isBack = false
    }

    init(
        _ home: Home, _ mirror: HomeMirror, _ start: NoteStart, _ file: EditorFile,
        session: EditSession = .command, isSending: Bool = true
    ) {
        self.home = home
        self.mirror = mirror
        self.session = session
        self.file = file
        self.isSending = isSending
        (bookmark, base, text) = (start.bookmark, start.content, start.text)
        emptiesNotes = start.isFromNotes
        kept = FileRevision(file.path)
        seen = kept
    }

    /// Lets the person edit the file. If it throws, the versions stored so far stay.
    func edit(with editor: Editor) async throws -> End {
        let watch = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(200))
                await storeWrittenText()
            }
        }
        let result: Result<Void, any Error>
        do {
            try await editor.edit(file.path)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        watch.cancel()
        await watch.value
        do { try result.get() } catch {
            throw end.count > 0 ? NoteEditorError(count: end.count) : error
        }
        if file.isGone { throw EditorError.leftNothing }
        if FileRevision(file.path) != kept { try await keep() }
        return end
    }

    /// Stores the text that the editor has written. A file that may still be changing is left for
    /// later.
    private func storeWrittenText() async {
        let now = FileRevision(file.path)
        defer { seen = now }
        guard now != kept, now == seen, !now.isFresh, !file.isGone else { return }
        // A text that cannot be stored is reported at the end.
        guard (try? await keep()) != nil, isSending else { return }
        try? await home.device.syncOnce()
        _ = try? await home.exchangeDocuments(onlySending: true)
    }

    private func keep() async throws {
        let revision = FileRevision(file.path)
        if let length = file.excessiveLength {
            throw DocumentError.tooLong(length, most: Document.longestNote)
        }
        guard let new = file.text, !new.utf8.contains(0) else { throw NoteNotText() }
        if new != text || emptiesNotes {
            guard try home.isKept(bookmark: bookmark) else { throw BookmarkIsForgotten() }
            var item = try home.item(
                note: Array(new.utf8), ofBookmark: bookmark, base: .content(base))
            item.emptiesNotes = emptiesNotes
            if base != nil, item.replaced == nil { end.isBack = true }
            let controller = home.makeController(mirror: mirror, session: session)
            try controller.documents.keep([item])
            (text, base, emptiesNotes) = (new, item.draft.content, false)
            end.count += 1
            end.step = controller.latestStep ?? 0
        }
        kept = revision
        _ = try? await home.mergeNotes()
    }
}

/// The error if the editor failed after it had saved some versions.
private struct NoteEditorError: Error, CustomStringConvertible {
    var count: Int

    var description: String {
        let saved = count == 1 ? "The version" : "The \(count) versions"
        return "The editor reported a failure. \(saved) that you saved before "
            + (count == 1 ? "is kept." : "are kept.")
    }
}

/// The error if the edited file is not text.
private struct NoteNotText: Error, CustomStringConvertible {
    var description: String { "The edited note is unreadable or not UTF-8." }
}

/// The error if the bookmark was deleted forever meanwhile; its note would be removed, too.
private struct BookmarkIsForgotten: Error, CustomStringConvertible {
    var description: String {
        "The bookmark was deleted forever while you edited its note."
    }
}
