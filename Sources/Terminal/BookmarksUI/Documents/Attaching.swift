import Bookmarks
import Screen

/// Attaches a file of this machine to a bookmark.
public struct AttachFile: PageOperation {
    /// The result.
    public enum Answer: Sendable, Hashable {
        /// The name of the document, and the number of the undo step; `nil` if nothing changed.
        case attached(name: String, step: Int64?)
        /// The reason why it was not attached, as a sentence.
        case problem(String)
    }

    /// The id of the bookmark.
    public var bookmark: String
    /// The path as typed.
    public var path: String

    public init(_ path: String, toBookmark bookmark: String) {
        self.path = path
        self.bookmark = bookmark
    }

    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    public static var limit: Int { 16 }
    public static var accountWork: String? { "attachment" }
    public static var isOneEdit: Bool { true }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer? {
        await library.attach(file: path, toBookmark: bookmark)
    }

    public func edit(at answer: Answer) -> OperationEdit? {
        switch answer {
        case .attached(_, let step): .ended(step: step ?? 0)
        case .problem: .ended(step: 0)
        }
    }
}

/// The attaching of files.
struct Attaching: Activity {
    /// The files that are being attached, the first one first.
    private var running: [AttachFile] = []

    func titleWords(_ symbols: Symbols) -> String? {
        running.first.map { "attaching \(symbols.quoted($0.name))" }
    }

    /// Attaches a file.
    mutating func attach(_ file: AttachFile) -> Effect {
        running.append(file)
        return .send(file)
    }

    /// Reports the result. A path that leads nowhere can be corrected at once, unless the person
    /// has moved on.
    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        guard let (request, end) = answer.answer(of: AttachFile.self) else { return [] }
        running.removeAll { $0 == request }
        switch end {
        case .attached(let name, _):
            let row = view.list.row(id: request.bookmark)
            let bookmark = row.map { " to \(view.symbols.quoted($0.title))" } ?? ""
            let words = "Attached \(view.symbols.quoted(name))\(bookmark)"
            return [.announce(.info) { _ in words }, .refresh(after: .documentsChanged)]
        case .problem(let reason):
            let isStillHere = view.context == .documents && view.target == request.bookmark
            let again =
                isStillHere
                ? AttachingFile.asking(request.bookmark, typed: request.path) : []
            return again + [.announce(.error) { _ in reason }]
        }
    }
}

/// Asks for the path of a file to attach.
struct AttachingFile: PromptPurpose {
    let bookmark: String
    private var path = PathCompletion()
    var verb: String { "attach" }

    private init(bookmark: String) {
        self.bookmark = bookmark
    }

    /// Returns the commands that ask for a file for a bookmark.
    static func asking(_ bookmark: String, typed: String = "") -> [PageCommand] {
        var purpose = AttachingFile(bookmark: bookmark)
        _ = purpose.path.follow(typed)
        let request = FolderContentsRequest(folder: purpose.path.folder)
        return [.prompt(Prompt(purpose, typed)), .request(request)]
    }

    func labels(_ symbols: Symbols) -> [String] { ["Attach the file: ", "Attach: ", "File: "] }

    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        guard !text.trimmed.isEmpty else {
            screen.shell.reply("Type the path of a file", .warning)
            return []
        }
        screen.shell.leave()
        screen.shell.reply("Attaching it" + screen.shell.symbols.ellipsis)
        let file = AttachFile(text.trimmed, toBookmark: bookmark)
        return [screen.activities.attaching.attach(file)]
    }

    func follow(_ prompt: inout Prompt, in screen: ScreenState) -> [Effect] {
        var new = self
        guard new.path.follow(prompt.editor.text) else { return [] }
        let isElsewhere = new.path.folder != path.folder
        new.offer(in: &prompt)
        return isElsewhere ? [new.path.request] : []
    }

    func receive(_ answer: PageAnswer, in prompt: inout Prompt, of screen: ScreenState) {
        var new = self
        if new.path.receive(answer) { new.offer(in: &prompt) }
    }

    private func offer(in prompt: inout Prompt) {
        prompt.completion = Completion(.line, path.words)
        prompt.purpose = self
    }

    func awaitsWords(for key: WaitingKey, in prompt: Prompt, of screen: ScreenState) -> Bool {
        path.awaitsNames && key.action != .enterPrompt && prompt.needsWords(for: key)
    }
}
