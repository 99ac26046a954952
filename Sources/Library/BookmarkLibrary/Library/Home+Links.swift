import BookmarkDatabase
public import Bookmarks
import DeviceStore

extension Home {
    /// Stores this device's findings about links, each for as long as its bookmark has the same
    /// URL.
    public func record(links found: [(id: String, url: String, state: LinkState)]) throws {
        do { try LinkTable.record(found, in: device.replica) } catch { throw HomeError(error) }
    }

    /// Returns the link states of these bookmarks, by id.
    public func linkStates(ofIDs ids: [String]) throws -> [String: LinkState] {
        try LinkTable.states(ofIDs: ids, in: device.replica)
    }

    /// Returns the states of all links that do not simply work, by bookmark id.
    public func linkProblems() throws -> [String: LinkState] {
        try LinkTable.problems(in: device.replica)
    }

    /// Ends a check: drops the link states of bookmarks that are gone, and notifies open lists.
    public func finishLinks() throws {
        do { try LinkTable.tidy(device.replica) } catch { throw HomeError(error) }
        device.ring()
    }
}
