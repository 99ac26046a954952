/// How the processes that share a replica tell each other that it changed.
public struct ChangeSignal: Sendable {
    /// Tells all processes, this one too. May be lost.
    public var ring: @Sendable () -> Void
    /// A stream with an element after each ring; ends when its task is cancelled.
    public var rings: @Sendable () -> AsyncStream<Void>

    public init(
        ring: @escaping @Sendable () -> Void, rings: @escaping @Sendable () -> AsyncStream<Void>
    ) {
        self.ring = ring
        self.rings = rings
    }
}
