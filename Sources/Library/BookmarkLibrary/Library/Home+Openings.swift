public import Bookmarks
import DeviceStore

extension Home {
    /// Notes that bookmarks were opened from this device, and has open lists look.
    public func noteOpenings(of ids: [String], at time: Double) throws {
        for id in ids { try catalog.noteOpening(of: id, at: time) }
        device.ring()
    }
}

/// Tells which bookmarks were opened from this device since it was asked last, by whichever of its
/// programs.
public struct OpeningsWatch: Sendable {
    private var since: Double
    /// The openings of that time that were announced already.
    private var told: [String: Double] = [:]

    /// A watch for openings from a time on, in seconds since 1970.
    public init(since time: Double) { since = time }

    /// The bookmarks that were opened since, in the order of their ids.
    public mutating func take(from catalog: any BookmarkCatalog) throws -> [String] {
        let found = try catalog.openings(since: since)
        let new = found.filter { told[$0.key] != $0.value }.keys.sorted()
        since = found.values.max() ?? since
        told = found.filter { $0.value == since }
        return new
    }
}
