public import Documents

/// The findings on the contents that documents name.
public struct ContentsEvidence: Sendable {
    /// The outcome of looking at those of the cloud.
    public enum Cloud: Sendable {
        /// It was not asked.
        case unasked
        /// It keeps no contents, only records.
        case absent
        /// The contents that it has not whole; it has all others.
        case read(faults: [ChunkName: ContentState])
    }

    /// The contents of this device; any other is missing.
    public var here: [ChunkName: ContentState]
    public var cloud: Cloud
    /// The contents that the device has noted as sent to this cloud.
    public var sent: Set<ChunkName>

    public init(
        here: [ChunkName: ContentState] = [:], cloud: Cloud = .unasked, sent: Set<ChunkName> = []
    ) {
        self.here = here
        self.cloud = cloud
        self.sent = sent
    }
}
