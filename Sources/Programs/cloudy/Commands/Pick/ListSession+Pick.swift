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
    /// Tells what rows leave out.
    var details: ([String]) throws -> [String: BookmarkDetails]
    /// Tells what was found of links.
    var links: ([String]) throws -> [String: LinkState]

    /// As list prints it for other programs.
    func json() throws -> [UInt8] {
        let ids = rows.map(\.id)
        return JSON.array(rows, try details(ids), links: try links(ids))
    }
}

extension ListSession {
    /// Opens the list in its order, with what it is to show.
    func openController(_ order: SortOrder) throws {
        if let ids = listOptions.picking?.ids {
            return try controller.open(only: ids, sortedBy: order)
        }
        try controller.open(firstPage: max(terminal.size.rows, 50), sortedBy: order)
    }

    /// Shows the list on a terminal to choose from it; nothing when the person gave up.
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
