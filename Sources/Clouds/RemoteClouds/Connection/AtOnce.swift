/// Does something with each of some things, a few at once. After a failure nothing is begun; calls
/// under way come to their end, so that both sides agree on them.
///
/// - Parameter width: how many are under way at once, at most.
/// - Returns: the results in the order of the things.
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
