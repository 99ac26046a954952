/// The signal by which the processes that share a replica tell each other that it changed.
public struct ChangeSignal: Sendable {
    /// Signals all processes, including this one. A signal may be lost.
    public var ring: @Sendable () -> Void
    /// Returns a stream with an element after each ring. It ends when its task is cancelled.
    public var rings: @Sendable () -> AsyncStream<Void>

    public init(
        ring: @escaping @Sendable () -> Void, rings: @escaping @Sendable () -> AsyncStream<Void>
    ) {
        self.ring = ring
        self.rings = rings
    }
}
