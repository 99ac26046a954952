public import Interchange

/// Fetches the metadata of a page.
public struct PageReader: Sendable {
    private let fetcher: WebFetcher

    /// The maximum time for a page, in seconds.
    public static let seconds = 15
    /// The part of a page that may precede its title: some pages have all their styles there.
    static let extent = WebFetcher.Extent.beginning(1 << 19)

    public init(fetcher: WebFetcher = WebFetcher()) {
        self.fetcher = fetcher
    }

    /// Returns the title and the description of the page at a URL.
    ///
    /// Throws if there is no page; the title of a page without one is empty.
    ///
    /// - Parameter seconds: the maximum time, in seconds.
    public func page(
        at url: String, seconds: Int = Self.seconds
    ) async throws(WebFailure) -> PageSummary {
        try Self.summary(
            await fetcher.fetch(WebTarget(url), Self.extent, seconds: seconds))
    }

    /// Returns the same for a page outside this network, for callers who must not see into it.
    ///
    /// Also throws if the URL, or a redirection, leads to this machine or its network.
    public func pageFromOutside(
        at url: String, seconds: Int = Self.seconds
    ) async throws(WebFailure) -> PageSummary {
        try Self.summary(
            await fetcher.fetchFromOutside(WebTarget(url), Self.extent, seconds: seconds))
    }

    private static func summary(_ answer: WebAnswer) throws(WebFailure) -> PageSummary {
        guard answer.isSuccess else {
            throw WebFailure(.refused, "the server answered \(answer.statusText)")
        }
        return page(in: answer) ?? PageSummary()
    }

    /// Returns the page's own title and description, if the answer is the page and not a
    /// replacement.
    static func page(in answer: WebAnswer) -> PageSummary? {
        guard answer.isSuccess else { return nil }
        return PageSummary(readingPage: answer.body, contentType: answer.contentType)
    }
}
