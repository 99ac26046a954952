import ArgumentParser
import Bookmarks
import Glibc
import Screen

/// Finds the bookmarks that are meant.
struct TargetResolver {
    /// Where to look.
    let shelf: any Shelf
    /// The queries that have names, where they are looked for.
    let searches: () throws -> SavedSearches

    /// - Parameter nothing: what is printed for other programs when a query finds nothing.
    func ids(of options: TargetOptions, orPrint nothing: String? = nil) throws -> [String] {
        let query = try options.query.map { try readQuery([$0], searches()) }
        var ids: [String] = []
        for target in options.targets {
            if target == "-" {
                ids += try piped(separator: options.isNullSeparated ? 0 : 10).flatMap(ids(of:))
            } else {
                ids += try self.ids(of: target)
            }
        }
        if let query {
            let found = try shelf.rows(matching: query)
            if found.isEmpty && ids.isEmpty {
                let shown = TextMeasure.standard.truncated(query.text, to: 60)
                complain("Nothing here is found by “\(shown)”. Nothing was done.")
                if let nothing { say(nothing) }
                throw ExitCode(ExitStatus.nothingFound.rawValue)
            }
            ids += found.map(\.id)
        }
        return ids.unique()
    }

    private func ids(of target: String) throws -> [String] {
        if let (first, last) = Self.range(target) { return try ids(from: first, to: last) }
        return [try shelf.id(of: target)]
    }

    /// The ends of a range of ids; `nil` for what is none.
    private static func range(_ target: String) -> (String, String)? {
        let ends = target.split(separator: "..", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isOfID) })
        else { return nil }
        return (String(ends[0]), String(ends[1]))
    }

    /// Whether a target names one bookmark, and not several, or what is piped in.
    static func isOne(_ target: String) -> Bool { target != "-" && range(target) == nil }

    private func ids(from first: String, to last: String) throws -> [String] {
        let (first, last) = (try shelf.id(matching: first), try shelf.id(matching: last))
        let ids = try shelf.idsInOrder()
        guard let start = ids.firstIndex(of: first), let end = ids.firstIndex(of: last) else {
            throw BookmarkError.notFound(id: first)
        }
        return Array(ids[min(start, end)...max(start, end)])
    }

    /// The ids of all that standard input names, separated by new lines or by NUL.
    func idsPipedIn() throws -> [String] { try piped(separator: nil).flatMap(ids(of:)).unique() }

    /// What standard input names: of each entry what stands before a tab.
    ///
    /// - Parameter separator: what ends an entry; `nil` for NUL where there is one.
    private func piped(separator: UInt8?) throws -> [String] {
        let bytes: [UInt8]
        do throws(ReadingError) { bytes = try readAll(STDIN_FILENO) } catch {
            complain("Standard input cannot be read: \(error). Nothing was done.")
            throw ExitCode(ExitStatus.badData.rawValue)
        }
        let end = separator ?? (bytes.contains(0) ? 0 : 10)
        return try bytes.split(separator: end).compactMap { entry in
            guard let text = String(validating: entry.prefix { $0 != 9 }, as: UTF8.self) else {
                complain("What is piped in is not valid UTF-8. Nothing was done.")
                throw ExitCode(ExitStatus.badData.rawValue)
            }
            let isBlank: (Character) -> Bool = { $0.isWhitespace }
            let trimmed = text.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
            return trimmed.isEmpty ? nil : String(trimmed)
        }
    }
}
