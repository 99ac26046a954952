import Bookmarks
import KeyValueStore

/// Changes by other threads and devices that the list does not show yet. It takes thousands of them
/// in small parts, so that it handles keys in between.
struct UnshownChanges {
    /// The number of rows to read between two keys.
    private static let atOnce = ExternalChange.mostRecords

    /// A change from elsewhere that the list applies part by part.
    private struct Arrival {
        var change: ExternalChange
        /// The number of keys taken so far.
        var done = 0
        var received = ReceivedChanges()
    }

    /// The bookmarks that other threads of this list changed.
    private var own: [String] = []
    private var arrivals: [Arrival] = []

    var isEmpty: Bool { own.isEmpty && arrivals.isEmpty }

    /// Whether the list does not show all changes of its own threads yet.
    var hasOwn: Bool { !own.isEmpty }

    mutating func add(own ids: [String]) { own += ids }

    /// Adds changes from elsewhere. Returns whether they are few enough to show at once.
    mutating func add(_ change: ExternalChange) -> Bool {
        arrivals.append(Arrival(change: change))
        return arrivals.count == 1 && change.keys.count <= Self.atOnce
    }

    /// Shows the next part; returns the received changes when a change from elsewhere is complete.
    mutating func showPart(in controller: BookmarksController) throws -> ReceivedChanges? {
        if own.isEmpty { return try showArrival(in: controller) }
        let some = Array(own.prefix(Self.atOnce))
        own.removeFirst(some.count)
        try controller.receive(own: some)
        return nil
    }

    /// Shows the next part of changes from elsewhere only.
    mutating func showArrival(in controller: BookmarksController) throws -> ReceivedChanges? {
        guard var arrival = arrivals.first else { return nil }
        // If this one fails, the next ones still have their turn.
        arrivals.removeFirst()
        let end = min(arrival.done + Self.atOnce, arrival.change.keys.count)
        let some = arrival.change.part(arrival.done..<end)
        arrival.done = end
        arrival.received.changes += try controller.receive(some).changes
        if end == arrival.change.keys.count { return arrival.received }
        arrivals.insert(arrival, at: 0)
        return nil
    }
}
