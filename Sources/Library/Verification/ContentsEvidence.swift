public import Documents

/// The findings on the contents that documents name.
public struct ContentsEvidence: Sendable {
    /// The result of checking the contents in the cloud.
    public enum Cloud: Sendable {
        /// The cloud was not asked.
        case unasked
        /// The cloud keeps no contents, only records.
        case absent
        /// The contents that are missing or damaged in the cloud; it has all others.
        case read(faults: [ChunkName: ContentState])
    }

    /// The state of each content on this device; others are missing.
    public var here: [ChunkName: ContentState]
    public var cloud: Cloud
    /// The contents that the device recorded as sent to this cloud.
    public var sent: Set<ChunkName>

    public init(
        here: [ChunkName: ContentState] = [:], cloud: Cloud = .unasked, sent: Set<ChunkName> = []
    ) {
        self.here = here
        self.cloud = cloud
        self.sent = sent
    }
}
