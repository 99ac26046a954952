public import DeviceStore
import KeyValueStore

extension Home {
    /// Exchanges the contents of documents with the cloud, as far as this process may. Returns
    /// whether something is not in the cloud yet that is wanted here.
    ///
    /// - Parameter isSending: whether nothing is fetched: a command that saved a page waits for no
    ///   other.
    @discardableResult
    public func exchangeDocuments(
        onlySending isSending: Bool = false,
        _ tell: (DocumentExchange.Progress) -> Void = { _ in }
    ) async throws -> Bool {
        guard let exchange = documentExchange, readOnlyReason == nil, !device.isApart,
            try device.syncState().phase != .offline
        else { return false }
        return try await exchange.exchange(fetching: { _ in !isSending }, tell)
    }

    /// Exchanges the contents of documents whenever something changes, until the task is cancelled.
    ///
    /// - Parameter report: told why that is not possible at present, once for each reason.
    public func runDocumentExchange(_ report: @escaping (String) -> Void = { _ in }) async {
        var pause = Self.shortestPause
        var latest: String?
        let (wakes, wake) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        wake.yield()
        let rings = Task { [device] in for await _ in device.rings() { wake.yield() } }
        var retry: Task<Void, Never>?
        defer {
            rings.cancel()
            retry?.cancel()
        }
        for await _ in wakes {
            var isMissing = true
            do {
                isMissing = try await exchangeDocuments()
                latest = nil
            } catch {
                let reason = "\(error)"
                if reason != latest { report(reason) }
                latest = reason
            }
            retry?.cancel()
            pause = isMissing ? min(pause * 2, Self.longestPause) : Self.shortestPause
            // Another device sends a document and its content one after the other.
            if isMissing {
                retry = Task { [pause] in
                    do { try await Task.sleep(for: .seconds(pause)) } catch { return }
                    wake.yield()
                }
            }
        }
    }

    /// How long it waits for what is not in the cloud yet, in seconds.
    private static let shortestPause = 0.25
    private static let longestPause = 60.0
}
