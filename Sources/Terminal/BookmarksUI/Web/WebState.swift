public import Bookmarks

/// The screen's view of its requests to the web.
public struct WebState: Sendable {
    /// The state of links that do not simply work, by the ids of their bookmarks.
    public internal(set) var links: [String: LinkState] = [:]
    /// How far the check of links is; `nil` while there is none.
    public internal(set) var checking: LinkProgress?
    /// Whether the title of a page is fetched when its address was typed for a new bookmark.
    public var fetchesTitles = false
    /// Whether the page of each bookmark that is added is saved.
    public var savesPages = false
    /// Whether the settings say so, or the opposite.
    public var areTitlesDecided = true
    /// Whether it was offered to fetch titles from now on, in this list or before.
    public var hasOfferedTitles = false
    /// The bookmark that was added last without a name.
    var untitled: String?
    /// The bookmarks that were saved without a name while their titles were fetched, by address.
    var awaitedTitles: [String: String] = [:]
}
