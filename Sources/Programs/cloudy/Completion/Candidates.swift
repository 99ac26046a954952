import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import Glibc

/// The completions that a shell offers when Tab is pressed. Reads only; a missing device is not
/// made, and errors are not written on the line that a person types.
enum Candidates {
    /// The ids of bookmarks, with names where the shell shows some; the ids of deleted ones and of
    /// deleted documents where a command is about these.
    static let ids = CompletionKind.custom { words, _, prefix in
        let isAboutDeleted = command(in: words).map { aboutDeleted.contains($0) } ?? false
        return found(words) { home in
            try isAboutDeleted
                ? deletedIDs(home, argument(prefix)) + deletedDocuments(home, argument(prefix))
                : liveIDs(home, argument(prefix))
        }
    }

    /// The ids of bookmarks, and then those of deleted ones.
    static let idsEvenDeleted = CompletionKind.custom { words, _, prefix in
        found(words) { home in try liveIDs(home, prefix) + deletedIDs(home, prefix) }
    }

    /// Tags; of several with commas, the last one.
    static let tags = CompletionKind.custom { words, _, prefix in
        let typed = argument(prefix).split(separator: ",", omittingEmptySubsequences: false)
        let before = typed.dropLast().map { $0 + "," }.joined()
        return found(words) { home in
            try home.catalog.tagCounts().map { described(before + $0.name, "\($0.count)") }
        }
    }

    /// The names of saved searches, with their mark where it was typed.
    static let searches = CompletionKind.custom { words, _, prefix in
        let mark = prefix.hasPrefix("@") ? "@" : ""
        return found(words) { home in
            let searches = try home.preferences.current().searches
            return searches.names.map { described(mark + $0, searches.texts[$0] ?? "") }
        }
    }

    /// The ids of documents that are to be sent or fetched.
    static let transfers = CompletionKind.custom { words, _, _ in
        found(words) { home in
            try home.transfers().map { described($0.document, $0.title) }
        }
    }

    /// The names of settings.
    static let settings = CompletionKind.custom { _, _, _ in
        Setting.all.map { described($0.name, $0.meaning) }
    }

    /// The values of the setting that is named before them.
    static let settingValues = CompletionKind.custom { words, _, _ in
        words.lazy.compactMap { Setting.named($0) }.first?.choices ?? []
    }

    /// The days of backups.
    static let backups = CompletionKind.custom { words, _, _ in
        guard let location = try? location(words) else { return [] }
        let found = Backups(location).found()
        let latest = found.isEmpty ? [] : [described("latest", "")]
        return latest + found.map { described($0.name, $0.isDaily ? "" : "made by hand") }
    }

    /// The paths of folders.
    static let folders = CompletionKind.custom { words, _, _ in
        found(words) { home in
            FolderCount.tree(try home.catalog.folders(withArchived: false)).map {
                described($0.path, "\($0.total)")
            }
        }
    }

    /// The names of accounts.
    static let accounts = CompletionKind.custom { words, _, _ in
        guard let location = try? location(words) else { return [] }
        return location.accounts.map { described($0, "") }
    }

    /// The identifiers of the stores that programs share.
    static let stores = CompletionKind.custom { words, _, _ in
        guard let location = try? location(words) else { return [] }
        return location.storeIdentifiers.map { described($0, "") }
    }

    /// The commands whose targets were deleted.
    private static let aboutDeleted: Set = ["restore", "purge"]

    /// The command on a line that is being typed.
    private static func command(in words: [String]) -> String? {
        let names = Set(Cloudy.commands.map { $0._commandName })
        return words.dropFirst().first(where: names.contains)
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

    /// No shell shows more of them in a way that helps.
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

    /// The candidates in the home that a line is about; nothing where there is none.
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

    /// The typed part of an argument, without the option before it that is joined to it.
    static func argument(_ prefix: String) -> String {
        guard prefix.hasPrefix("--"), let mark = prefix.firstIndex(of: "=") else { return prefix }
        return String(prefix[prefix.index(after: mark)...])
    }

    /// A candidate with its meaning, in the way of the shell that asks.
    ///
    /// - Parameter alsoInBash: whether it says nothing by itself. Bash has no way of its own to
    ///   show what a candidate is: its script does that.
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
