import Bookmarks
import Screen

/// The list on the screen, as a value: the place of the person in it, and what rows show besides
/// their bookmarks.
///
/// The bookmarks themselves belong to the controller, which lends them with every call.
public struct ListView: Sendable {
    /// The columns of the list.
    public var columns = ListColumn.standard
    /// The selected bookmark and its place.
    public internal(set) var selection = Selection()
    /// The marked bookmarks.
    public internal(set) var marks = Marks()
    /// The device that changed each bookmark, by id, until Esc or an edit made here.
    public internal(set) var remoteChanges: [String: String] = [:]
    /// The bookmarks with a saved page, a note or a file.
    var saved: Set<String> = []
    /// The bookmarks with a saved page.
    var savedPages: Set<String> = []
    /// The matches of the filter in notes and other hidden parts of the visible bookmarks.
    var found = FoundParts()
    /// The probable meaning of the query, and the names of tags and folders to compare it with.
    var queryNames = QueryNames()
    /// Whether the selected bookmark is moving through the list.
    var isMoving = false
    /// The query at the last event, to notice another one.
    var query = ""
    /// `BookmarkList.departures` at the last event.
    var departures = 0

    /// The maximum number of rows that name a device; later changes name none.
    static let remoteChangesLimit = 10_000

    /// Remembers which device changed a bookmark.
    mutating func note(_ change: ReceivedChanges.Change) {
        if change.kind == .deleted {
            remoteChanges[change.id] = nil
        } else if remoteChanges[change.id] != nil || remoteChanges.count < Self.remoteChangesLimit {
            remoteChanges[change.id] = change.device ?? "another device"
        }
    }
}

/// The selected row of the list, and the visible part of the list.
public struct Selection: Sendable, Hashable {
    /// The selected bookmark; `nil` if the list is empty.
    public var id: String?
    /// Its index in the list.
    public var index = 0
    /// The index of the first visible row.
    public var top = 0
    /// The selected bookmark that vanished, until a key is pressed: a received change may explain
    /// it.
    var lost: String?
    /// The bookmark to select once the list has it.
    var awaited: String?
    /// Whether to select the best answer to the query once the list has it.
    var awaitsBest = false
}
