public import Interchange

/// Fetches the metadata of a page.
public struct PageReader: Sendable {
    private let fetcher: WebFetcher

    /// How long a page may take, in seconds.
    public static let seconds = 15
    /// As much of a page as may stand before its title: some carry all their styles there.
    static let extent = WebFetcher.Extent.beginning(1 << 19)

    public init(fetcher: WebFetcher = WebFetcher()) {
        self.fetcher = fetcher
    }

    /// The title and the description of the page at a URL.
    ///
    /// Throws the reason why there is no page; a page without a title has an empty one.
    ///
    /// - Parameter seconds: how long the page may take.
    public func page(
        at url: String, seconds: Int = Self.seconds
    ) async throws(WebFailure) -> PageSummary {
        try Self.summary(
            await fetcher.fetch(WebTarget(url), Self.extent, seconds: seconds))
    }

    /// The same for a page outside this network, for callers who must not look into it.
    ///
    /// Throws also when the URL, or a redirection, leads to this machine or its network.
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

    /// The page's own title and description, if the answer is the page and not an excuse.
    static func page(in answer: WebAnswer) -> PageSummary? {
        guard answer.isSuccess else { return nil }
        return PageSummary(readingPage: answer.body, contentType: answer.contentType)
    }
}
