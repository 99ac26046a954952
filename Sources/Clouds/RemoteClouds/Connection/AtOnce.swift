/// Calls `body` for each item, several at once. After a failure, no further call begins; calls in
/// progress are completed, so that both sides agree on them.
///
/// - Parameter width: the most calls in progress at once.
/// - Returns: the results in the order of the items.
func atOnce<Item: Sendable, Result: Sendable, Failure: Error>(
    _ items: [Item], width: Int,
    _ body: @escaping @Sendable (Item) async throws(Failure) -> Result
) async throws(Failure) -> [Result] {
    typealias Outcome = Swift.Result<Result, Failure>
    var results = [Result?](repeating: nil, count: items.count)
    var failure: Failure?
    await withTaskGroup(of: (Int, Outcome).self) { group in
        var next = 0
        func begin() {
            let index = next
            next += 1
            group.addTask {
                do throws(Failure) {
                    return (index, .success(try await body(items[index])))
                } catch {
                    return (index, .failure(error))
                }
            }
        }
        while next < min(width, items.count) { begin() }
        for await (index, outcome) in group {
            switch outcome {
            case .success(let result): results[index] = result
            case .failure(let error): failure = failure ?? error
            }
            if failure == nil, next < items.count { begin() }
        }
    }
    if let failure { throw failure }
    return results.compactMap(\.self)
}
