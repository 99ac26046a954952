import Bookmarks
import Screen

/// Completes a typed path by the contents of its folder.
struct PathCompletion: Sendable {
    /// The folder of the typed path.
    private(set) var folder = ""
    /// Whether the contents of that folder were requested and are not loaded yet.
    private(set) var awaitsNames = true
    private var names: [String] = []
    /// Whether hidden names, with a dot at the beginning, are offered.
    private var showsHidden = false

    /// Asks for the contents of the folder.
    var request: Effect { .send(FolderContentsRequest(folder: folder)) }

    /// The paths that may complete the typed one.
    var words: [String] {
        names.filter { showsHidden || !$0.hasPrefix(".") }.map { folder + $0 }
    }

    /// Follows the typed text; returns whether other paths complete it. Names of another folder
    /// must be requested. Hidden names are offered once the dot is typed.
    mutating func follow(_ text: String) -> Bool {
        let new = text.contains("://") ? "" : Self.folder(of: text)
        let isHidden = text.dropFirst(new.count).hasPrefix(".")
        guard new != folder || isHidden != showsHidden else { return false }
        if new != folder { (names, awaitsNames) = ([], true) }
        (folder, showsHidden) = (new, isHidden)
        return true
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// Receives the contents of the folder; returns whether the answer has them.
    mutating func receive(_ answer: PageAnswer) -> Bool {
        guard let (request, names) = answer.answer(of: FolderContentsRequest.self),
            folder == request.folder
        else { return false }
        (self.names, awaitsNames) = (names, false)
        return true
    }
}
