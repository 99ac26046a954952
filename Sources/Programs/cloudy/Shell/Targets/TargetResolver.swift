import ArgumentParser
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import Screen

/// Resolves the targets of a command.
struct TargetResolver {
    /// The bookmarks to look in.
    let shelf: any Shelf
    /// Returns the saved searches, if they are needed.
    let searches: () throws -> SavedSearches
    /// Answers a query, after updating the facts that it needs about documents.
    var answering: (Query, () throws -> [BookmarkRow]) throws -> [BookmarkRow] = { try $1() }

    /// - Parameter nothing: the text printed for other programs when a query finds nothing.
    func ids(of options: TargetOptions, orPrint nothing: String? = nil) throws -> [String] {
        let queries = try options.queries.map { try readQuery([$0], searches()) }
        var ids: [String] = []
        for target in options.targets {
            if target == "-" {
                ids += try idsPipedIn(separator: options.isNullSeparated ? 0 : 10)
            } else {
                ids += try self.ids(of: target)
            }
        }
        ids += try queries.flatMap { query in
            try answering(query) { try shelf.rows(matching: query) }.map(\.id)
        }
        if ids.isEmpty, !queries.isEmpty {
            let shown = queries.map { "“\(TextMeasure.standard.truncated($0.text, to: 60))”" }
            complain(
                "Nothing\(shelf.place) matches \(shown.joined(separator: " or ")). "
                    + "Nothing was done.")
            if let nothing { say(nothing) }
            throw ExitCode(.nothingFound)
        }
        return ids.unique()
    }

    private func ids(of target: String) throws -> [String] {
        if let (first, last) = Self.range(target) { return try ids(from: first, to: last) }
        return [try shelf.id(of: target)]
    }

    /// The ends of a range of ids; `nil` if it is none.
    private static func range(_ target: String) -> (String, String)? {
        let ends = target.split(separator: "..", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isOfID) })
        else { return nil }
        return (String(ends[0]), String(ends[1]))
    }

    /// Whether a target names one bookmark, and not several or piped ones.
    static func isSingle(_ target: String) -> Bool { target != "-" && range(target) == nil }

    private func ids(from first: String, to last: String) throws -> [String] {
        let (first, last) = (try shelf.id(matching: first), try shelf.id(matching: last))
        let ids = try shelf.idsInOrder(with: [first, last])
        guard let start = ids.firstIndex(of: first), let end = ids.firstIndex(of: last) else {
            throw BookmarkError.notFound(id: first)
        }
        return Array(ids[min(start, end)...max(start, end)])
    }

    /// The ids of all that standard input names, separated by new lines or by NUL.
    func idsPipedIn() throws -> [String] { try idsPipedIn(separator: nil).unique() }

    /// - Parameter separator: the byte that ends an entry; `nil` for NUL where there is one.
    private func idsPipedIn(separator: UInt8?) throws -> [String] {
        try piped(separator: separator).flatMap { entry in
            do { return try ids(of: entry.text) } catch is WebAddressError {
                throw Self.refusal(of: entry)
            } catch DocumentError.nothingDeleted(let text)
                where (try? WebAddress.interpreting(text)) == nil
            {
                throw Self.refusal(of: entry)
            }
        }
    }

    private static func refusal(of entry: (number: Int, text: String)) -> HomeError {
        let shown = TextMeasure.standard.truncated(entry.text, to: 40)
        return HomeError(
            .damaged,
            "Line \(entry.number) of standard input, “\(shown)”, is neither an id nor a URL. Give "
                + "one on each line, not JSON: pipe in cloudy list, or cloudy list --format "
                + "'{id}\\n'. Nothing was done.")
    }

    /// The entries of standard input: of each, the text before a tab, with its number.
    private func piped(separator: UInt8?) throws -> [(number: Int, text: String)] {
        let bytes: [UInt8]
        do throws(ReadingError) { bytes = try readAll(STDIN_FILENO) } catch {
            complain("Cannot read standard input: \(error). Nothing was done.")
            throw ExitCode(.badData)
        }
        let end = separator ?? (bytes.contains(0) ? 0 : 10)
        let entries = bytes.split(separator: end, omittingEmptySubsequences: false)
        return try entries.enumerated().compactMap { number, entry in
            guard let text = String(validating: entry.prefix { $0 != 9 }, as: UTF8.self) else {
                complain("Standard input is not valid UTF-8. Nothing was done.")
                throw ExitCode(.badData)
            }
            let isBlank: (Character) -> Bool = { $0.isWhitespace }
            let trimmed = text.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
            return trimmed.isEmpty ? nil : (number + 1, String(trimmed))
        }
    }
}
