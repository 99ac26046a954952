import Bookmarks
import BookmarksUI
import Interchange

/// The front end of an import, which decides how to phrase advice.
enum ImportPlace {
    case command
    case list

    /// Returns a sentence of advice.
    ///
    /// - Parameter path: the path of the file; `nil` if it has none.
    func sentence(for advice: ImportAdvice, about path: String?) -> String {
        switch (advice, self) {
        case (.nameFormat, .command):
            "To force one: --format \(Self.formats). To keep it with a bookmark: cloudy attach ID "
                + "FILE"
        case (.nameFormat, .list): "To force one, \(Self.nameBeforeFile)"
        case (.nameCharacterSet, .command):
            "If names look wrong: cloudy undo, then import it with --charset NAME, such as gbk, "
                + Self.otherSets
        case (.nameCharacterSet, .list):
            "If names look wrong: press \(Action.usualKey(of: .undo)), then type the set before "
                + "the file, as in gbk:links.html; others are " + Self.otherSets
        case (.restoreBackup, _):
            "To restore it: cloudy restore --from \(path.map(Self.forShell) ?? "FILE")"
        case (.keepFiles, _):
            "To keep a file with a bookmark: cloudy attach ID FILE; a page: cloudy save ID --file "
                + "FILE"
        }
    }

    /// The advice for a file without bookmarks.
    var wordsForWrongFormat: String {
        let start = "If Cloudy recognized the wrong format, "
        return switch self {
        case .command: start + "name it with cloudy import --format."
        case .list: start + Self.nameBeforeFile
        }
    }

    /// Returns a message about a file or an entry, with its advice.
    func text(_ said: String, _ advice: ImportAdvice?, about path: String? = nil) -> String {
        guard let advice else { return said }
        return "\(said.sentence) \(sentence(for: advice, about: path))"
    }

    private static let formats = ImportFormat.named.map(\.rawValue).joined(separator: ", ")
    private static let otherSets = "big5, shift_jis, euc-kr or windows-1251"
    /// The names of all formats would not fit on a line.
    private static let nameBeforeFile =
        "put its name before the file, as in csv:links.txt; formats are in cloudy import --help"

    /// Returns a path quoted for a shell. A plain name could also be a backup of this device.
    private static func forShell(_ path: String) -> String {
        shellWord(path.contains("/") ? path : "./" + path)
    }
}
