public import Interchange

/// Fetches what a page says of itself.
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
        let answer = try await fetcher.fetch(WebTarget(url), Self.extent, seconds: seconds)
        guard answer.isSuccess else {
            throw WebFailure(.refused, "the server answered \(answer.statusText)")
        }
        return Self.page(in: answer) ?? PageSummary()
    }

    /// Whether the name of a host leads to nothing but this machine or its network.
    public func isOfThisNetwork(_ target: WebTarget) async -> Bool {
        await fetcher.isOfThisNetwork(target)
    }

    /// The page's own title and description, if the answer is the page and not an excuse.
    static func page(in answer: WebAnswer) -> PageSummary? {
        guard answer.isSuccess else { return nil }
        return PageSummary(readingPage: answer.body, contentType: answer.contentType)
    }
}
