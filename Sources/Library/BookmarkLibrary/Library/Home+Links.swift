import BookmarkDatabase
public import Bookmarks
import DeviceStore

extension Home {
    /// Keeps this device's findings about links, each for as long as its bookmark leads to the same
    /// URL.
    public func record(links found: [(id: String, url: String, state: LinkState)]) throws {
        do { try LinkTable.record(found, in: device.replica) } catch { throw HomeError(error) }
    }

    /// The link states of these bookmarks, by their ids.
    public func linkStates(ofIDs ids: [String]) throws -> [String: LinkState] {
        try LinkTable.states(ofIDs: ids, in: device.replica)
    }

    /// The states of all links that do not simply work, by the ids of their bookmarks.
    public func troubledLinks() throws -> [String: LinkState] {
        try LinkTable.troubled(in: device.replica)
    }

    /// Ends a check: drops the link states of bookmarks that are gone, and has open lists look.
    public func finishLinks() throws {
        do { try LinkTable.tidy(device.replica) } catch { throw HomeError(error) }
        device.ring()
    }
}
