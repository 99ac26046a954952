import Bookmarks
import DeviceStore
import Interchange
import WebPages

/// Fetches the titles and descriptions of pages, for clients that request them.
package struct PageTitles: Sendable {
    /// Returns whether this device may access the web.
    package var mayAsk: @Sendable () async -> Bool
    /// The time that fetching a page may take, in seconds: a person waits in a browser.
    package var seconds = 3

    package init(mayAsk: @escaping @Sendable () async -> Bool) { self.mayAsk = mayAsk }

    /// Returns the title and the description of a page; `nil` if they are unavailable.
    ///
    /// Only hosts on the public internet are called: otherwise a program with a token could look
    /// into the network of this machine.
    func summary(_ url: String) async -> PageSummary? {
        guard await mayAsk() else { return nil }
        return try? await PageReader().pageFromOutside(at: url, seconds: seconds)
    }
}
