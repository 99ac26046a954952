import Bookmarks
import DeviceStore
import Interchange
import WebPages

/// Fetches the metadata of pages, for clients that ask for it.
package struct PageTitles: Sendable {
    /// Whether the web may be asked at all.
    package var mayAsk: @Sendable () async -> Bool
    /// How long a page may take, in seconds: a person waits in a browser.
    package var seconds = 3

    package init(mayAsk: @escaping @Sendable () async -> Bool) { self.mayAsk = mayAsk }

    /// The title and the description of a page; `nil` where it cannot be had.
    ///
    /// Only hosts on the public internet are asked: a program with a token could otherwise look
    /// into the network of this machine.
    func summary(_ url: String) async -> PageSummary? {
        guard await mayAsk() else { return nil }
        return try? await PageReader().pageFromOutside(at: url, seconds: seconds)
    }
}
