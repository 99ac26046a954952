import BookmarkLibrary
import Bookmarks
import BookmarksUI
import CursesTerminal
import Screen

/// A request to choose from a list.
struct PickRequest: Sendable {
    /// The query at the start.
    var query: Query
    /// The bookmarks to choose from; `nil` for all.
    var ids: [String]?
    var picking: Picking
}

/// The rows chosen in a list.
struct Chosen {
    var rows: [BookmarkRow]
    /// Returns the details that rows leave out.
    var details: ([String]) throws -> [String: BookmarkDetails]
    /// Returns the link states.
    var links: ([String]) throws -> [String: LinkState]

    /// Returns the rows as JSON, as `cloudy list` prints it.
    func json() throws -> [UInt8] {
        let ids = rows.map(\.id)
        return JSON.array(rows, try details(ids), links: try links(ids))
    }
}

extension ListSession {
    /// Opens the list in an order, with the rows to pick from.
    func openController(_ order: SortOrder) throws {
        if let ids = listOptions.picking?.ids {
            return try controller.open(only: ids, sortedBy: order)
        }
        try controller.open(firstPage: max(terminal.size.rows, 50), sortedBy: order)
    }

    /// Shows the list on a terminal to pick from it; returns `nil` if the person cancelled.
    static func pick(
        _ options: HomeOptions, _ request: PickRequest, terminal: Int32
    ) throws -> Chosen {
        var terminalOptions = CursesTerminal.Options()
        (terminalOptions.input, terminalOptions.output) = (terminal, terminal)
        let session = try run(options, ListOptions(picking: request), terminalOptions)
        let home = session.home
        let catalog = home.catalog
        return Chosen(
            rows: try session.chosen.compactMap { try catalog.row(id: $0) },
            details: catalog.details(ofIDs:), links: home.linkStates(ofIDs:))
    }
}
