extension EtcdCloud {
    public func hints() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = Watch(ledger.members, RangeRequest(key: ledger.keys.state)) { _ in
            continuation.yield()
        }
        let task = Task {
            await watch.run()
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
