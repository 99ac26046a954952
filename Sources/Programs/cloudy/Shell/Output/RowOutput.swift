import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import DeviceStore
import FileCoordination
import Glibc
import Screen

/// The output options of all commands that print bookmarks.
struct RowOutput: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each bookmark.",
            discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @Option(
        help: ArgumentHelp(
            "Print each bookmark with this template, such as '{id}\\t{name}\\n'.",
            discussion: """
                The fields are \
                \(RowTemplate.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")). \
                {title} is the name, or the URL if there is no name. {link} is the result of \
                cloudy check; {opened} and {opens} count on this device only. \\n is a newline, \
                \\t a tab, \\0 NUL, \\e escape, \\\\ a backslash, {{ and }} are braces. Nothing is \
                added between bookmarks: end the template with \\n for one line each.
                """,
            valueName: "template"))
    var format: String?

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: ArgumentHelp(
            "End each bookmark with NUL, with --format too.",
            discussion: """
                Then --format prints values unchanged into a pipe; otherwise it replaces control \
                characters with spaces.
                """))
    var isNullSeparated = false

    @Option(
        name: [.customShort("n"), .long], parsing: .unconditional,
        help: ArgumentHelp("Print at most this many.", valueName: "number"),
        transform: { try RowOutput.limit($0) })
    var limit: Int?

    @OptionGroup var paging: PagingOptions

    @Flag(help: "Don't make URLs clickable on terminals that support it.")
    var noLinks = false

    func validate() throws {
        if json && (format != nil || isNullSeparated) {
            throw ValidationError("--json cannot be combined with --format or -0.")
        }
    }

    private static func limit(_ text: String) throws -> Int {
        if let limit = Int(text), limit >= 0 { return limit }
        throw ValidationError("--limit takes a number such as 20, not “\(text)”.")
    }

    /// Returns the template of `--format`. If it is invalid, shows the place, and ends the command.
    func template() throws -> RowTemplate? { try format.map(Self.template) }

    /// Returns a typed template. If it is invalid, shows the place, and ends the command.
    static func template(_ text: String) throws -> RowTemplate {
        do throws(TemplateError) { return try RowTemplate(text) } catch {
            complain(error.message, at: error.lead, in: error.text)
            throw ExitCode(.usage)
        }
    }

    /// Prints bookmarks in the given order.
    ///
    /// - Parameters:
    ///   - details: returns the facts that rows leave out, if they are printed.
    ///   - links: returns the states of links, if they are printed.
    ///   - snippets: finds the text of documents that a query found.
    func print(
        _ rows: [BookmarkRow], _ template: RowTemplate?, _ options: HomeOptions,
        details: ([String]) throws -> [String: BookmarkDetails],
        links: ([String]) throws -> [String: LinkState] = { _ in [:] },
        snippets: Snippets? = nil
    ) throws {
        let rows = limit.map { Array(rows.prefix($0)) } ?? rows
        if json {
            let ids = rows.map(\.id)
            let bytes = JSON.array(
                rows, try details(ids), links: try links(ids),
                snippets: try snippets?.texts(of: ids))
            return write(bytes, to: STDOUT_FILENO)
        }
        let look = Look(
            isTerminal: isatty(STDOUT_FILENO) != 0, wantsLinks: !noLinks,
            environment: environment())
        let columns = isNullSeparated ? nil : TerminalSize.ofStandardOutput?.columns
        let text =
            try template.map { template in
                let isRaw = isNullSeparated && !look.isTerminal
                let end = isNullSeparated ? "\0" : ""
                return try template.text(
                    rows, isRaw: isRaw, end: end, details: details, links: links)
            } ?? columns.map { columns in
                let found = try snippets?.snippets(of: rows.map(\.id), columns: columns) ?? [:]
                return look.lines(rows, columns: columns, snippets: found)
            }
            ?? lines(rows, look, isNullSeparated ? "\0" : "\n", snippets)
        if isNullSeparated {
            write(text, to: STDOUT_FILENO)
        } else {
            try paging.print(text, options)
        }
    }
}

extension RowOutput {
    /// Returns bookmarks as lines, with columns separated by tabs.
    private func lines(
        _ rows: [BookmarkRow], _ look: Look, _ end: String, _ snippets: Snippets?
    ) throws -> String {
        guard let snippets, snippets.isColumn else {
            return rows.map { look.line($0) + end }.joined()
        }
        let texts = try snippets.texts(of: rows.map(\.id))
        return rows.map { row in
            look.line(row) + "\t" + harmless(texts[row.id] ?? "") + end
        }.joined()
    }
}

extension RowTemplate {
    /// Returns bookmarks in the given order, each with its terminator.
    ///
    /// - Parameters:
    ///   - isRaw: whether values stay unchanged; otherwise, nothing in them can control a terminal.
    ///   - details: returns the facts that rows leave out, if they are printed.
    ///   - links: returns the states of links, if they are printed.
    func text(
        _ rows: [BookmarkRow], isRaw: Bool, end: String,
        details: ([String]) throws -> [String: BookmarkDetails],
        links: ([String]) throws -> [String: LinkState]
    ) rethrows -> String {
        let found = has(.notes, .description, .folder, .device) ? try details(rows.map(\.id)) : [:]
        let states = has(.link) ? try links(rows.map(\.id)) : [:]
        return rows.map { row in
            text(row, found[row.id] ?? BookmarkDetails(), states[row.id]) {
                isRaw ? $0 : harmless($0)
            } + end
        }.joined()
    }
}
