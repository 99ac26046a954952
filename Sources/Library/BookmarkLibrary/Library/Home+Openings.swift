public import Bookmarks
import DeviceStore

extension Home {
    /// Records that this device opened bookmarks, and notifies open lists.
    public func noteOpenings(of ids: [String], at time: Double) throws {
        for id in ids { try catalog.noteOpening(of: id, at: time) }
        device.ring()
    }
}

/// Finds the bookmarks that any program of this device opened since the last query.
public struct OpeningsWatch: Sendable {
    private var since: Double
    /// The openings at that time that were already returned.
    private var told: [String: Double] = [:]

    /// Makes a watch for openings from a time on, in seconds since 1970.
    public init(since time: Double) { since = time }

    /// Returns the bookmarks opened since the last call, in the order of their ids.
    public mutating func read(from catalog: any BookmarkCatalog) throws -> [String] {
        let found = try catalog.openings(since: since)
        let new = found.filter { told[$0.key] != $0.value }.keys.sorted()
        since = found.values.max() ?? since
        told = found.filter { $0.value == since }
        return new
    }
}
