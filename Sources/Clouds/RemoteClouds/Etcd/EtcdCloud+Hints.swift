extension EtcdCloud {
    public func hints() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let members = ledger.members
        // A halted member keeps its watch open. On a device that has nothing to send, the call
        // after this hint shows that the cluster is gone.
        let onSilence = { @Sendable in
            members.suspect()
            _ = continuation.yield()
        }
        let state = RangeRequest(key: ledger.keys.state)
        let watch = Watch(members, state, onSilence: onSilence) { _ in continuation.yield() }
        let task = Task {
            await watch.run()
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
