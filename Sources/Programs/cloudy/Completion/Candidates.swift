import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import Glibc

/// The completions for the Tab key of a shell. They only read: a missing device is not created, and
/// errors are not printed on the line that a person types.
enum Candidates {
    /// Completes ids of bookmarks, with names if the shell shows them; ids of deleted bookmarks and
    /// documents for commands about the trash.
    static let ids = CompletionKind.custom { words, _, prefix in
        found(words) { home in
            try TargetOptions.areInTrash(in: words)
                ? deletedIDs(home, argument(prefix)) + deletedDocuments(home, argument(prefix))
                : liveIDs(home, argument(prefix))
        }
    }

    /// Completes ids of bookmarks, and then of deleted ones.
    static let idsEvenDeleted = CompletionKind.custom { words, _, prefix in
        found(words) { home in try liveIDs(home, prefix) + deletedIDs(home, prefix) }
    }

    /// Completes tags; of several with commas, the last one.
    static let tags = CompletionKind.custom { words, _, prefix in
        let typed = argument(prefix).split(separator: ",", omittingEmptySubsequences: false)
        let before = typed.dropLast().map { $0 + "," }.joined()
        return found(words) { home in
            try home.catalog.tagCounts().map { described(before + $0.name, "\($0.count)") }
        }
    }

    /// Completes names of saved searches, with their mark if it was typed.
    static let searches = CompletionKind.custom { words, _, prefix in
        let mark = prefix.hasPrefix("@") ? "@" : ""
        return found(words) { home in
            let searches = try home.preferences.current().searches
            return searches.names.map { described(mark + $0, searches.texts[$0] ?? "") }
        }
    }

    /// Completes ids of documents that are to be sent or fetched.
    static let transfers = CompletionKind.custom { words, _, _ in
        found(words) { home in
            try home.transfers().map { described($0.document, $0.title) }
        }
    }

    /// Completes names of settings.
    static let settings = CompletionKind.custom { _, _, _ in
        Setting.all.map { described($0.name, $0.meaning) }
    }

    /// Completes values of the setting before them.
    static let settingValues = CompletionKind.custom { words, _, _ in
        words.lazy.compactMap { Setting.named($0) }.first?.choices ?? []
    }

    /// Completes days of backups.
    static let backups = CompletionKind.custom { words, _, _ in
        guard let location = try? location(words) else { return [] }
        let found = Backups(location).found()
        let latest = found.isEmpty ? [] : [described("latest", "")]
        return latest + found.map { described($0.name, $0.isDaily ? "" : "made by hand") }
    }

    /// Completes paths of folders.
    static let folders = CompletionKind.custom { words, _, _ in
        found(words) { home in
            FolderCount.tree(try home.catalog.folders(withArchived: false)).map {
                described($0.path, "\($0.total)")
            }
        }
    }

    /// Completes names of accounts.
    static let accounts = CompletionKind.custom { words, _, _ in
        guard let location = try? location(words) else { return [] }
        return location.accounts.map { described($0, "") }
    }

    /// Completes identifiers of the stores that programs share.
    static let stores = CompletionKind.custom { words, _, _ in
        guard let location = try? location(words) else { return [] }
        return location.storeIdentifiers.map { described($0, "") }
    }

    private static func liveIDs(_ home: Home, _ prefix: String) throws -> [String] {
        let wanted = BookmarkID.canonical(prefix)
        let rows =
            wanted.isEmpty
            ? try home.catalog.listedRows(sortedBy: .standard, limit: limit)
            : try home.catalog.rows(idPrefix: wanted, limit: limit)
        return rows.map { described($0.id, $0.name.isEmpty ? $0.url : $0.name, alsoInBash: true) }
    }

    private static func deletedIDs(_ home: Home, _ prefix: String) throws -> [String] {
        try home.catalog.deletedRows(idPrefix: BookmarkID.canonical(prefix), limit: limit)
            .map { described($0.id, $0.title, alsoInBash: true) }
    }

    private static func deletedDocuments(_ home: Home, _ prefix: String) throws -> [String] {
        let typed = BookmarkID.canonical(prefix)
        return try home.deletedDocuments().filter { $0.id.hasPrefix(typed) }.prefix(limit)
            .map { described($0.id, $0.document.title, alsoInBash: true) }
    }

    /// The maximum number of candidates: no shell shows more in a useful way.
    private static let limit = 200

    private static func location(_ words: [String]) throws -> HomeLocation {
        var options = HomeOptions()
        options.home = value(of: "--home", in: words)
        options.device = value(of: "--device", in: words)
        return try options.location()
    }

    private static func value(of option: String, in words: [String]) -> String? {
        for (word, next) in zip(words, words.dropFirst() + [""]) {
            if word == option && !next.isEmpty { return next }
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }

    /// Returns the candidates in the home of a line; empty if there is none.
    static func found(
        _ words: [String], _ candidates: (Home) throws -> [String]
    ) -> [String] {
        do {
            let location = try location(words)
            guard access(location.store.replica, F_OK) == 0 else { return [] }
            return try candidates(try Home(location))
        } catch {
            return []
        }
    }

    /// Returns the typed part of an argument, without an option joined before it.
    static func argument(_ prefix: String) -> String {
        guard prefix.hasPrefix("--"), let mark = prefix.firstIndex(of: "=") else { return prefix }
        return String(prefix[prefix.index(after: mark)...])
    }

    /// Returns a candidate with its description, in the format of the shell.
    ///
    /// - Parameter alsoInBash: whether the candidate needs a description. Bash cannot show one
    ///   itself: its script does that.
    static func described(
        _ candidate: String, _ meaning: String, alsoInBash: Bool = false
    ) -> String {
        let candidate = harmless(candidate)
        let meaning = String(harmless(meaning).prefix(60))
        switch CompletionShell.requesting {
        case .zsh:
            let escaped = candidate.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            return meaning.isEmpty ? escaped : "\(escaped):\(meaning)"
        case .fish: return meaning.isEmpty ? candidate : "\(candidate)\t\(meaning)"
        default: return alsoInBash && !meaning.isEmpty ? "\(candidate)\t\(meaning)" : candidate
        }
    }
}
