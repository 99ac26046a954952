import Bookmarks
import DeviceStore
import Interchange
import WebPages

/// Fetches what pages say of themselves, for clients that ask for it.
package struct PageTitles: Sendable {
    /// Whether the web may be asked at all.
    package var mayAsk: @Sendable () async -> Bool
    /// How long a page may take, in seconds: a person waits in a browser.
    package var seconds = 3

    package init(mayAsk: @escaping @Sendable () async -> Bool) { self.mayAsk = mayAsk }

    /// The title and the description of a page; `nil` where it cannot be had.
    ///
    /// Only addresses of the whole internet are asked: whoever has a token could otherwise look
    /// into the network of this machine.
    func summary(_ url: String) async -> PageSummary? {
        guard let target = try? WebTarget(url), target.reach != .here, await mayAsk() else {
            return nil
        }
        let reader = PageReader()
        guard await !reader.isOfThisNetwork(target) else { return nil }
        return try? await reader.page(at: url, seconds: seconds)
    }
}
