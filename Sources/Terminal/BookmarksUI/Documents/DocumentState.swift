/// Where a document is, as a word for the person.
public enum DocumentState: String, Sendable, Hashable {
    /// On this device, and in the cloud.
    case here
    /// Only in the cloud.
    case remote
    /// Neither on this device nor in the cloud: another device has to send it, or it is lost.
    case missing
    /// Only on this device.
    case unsent
    /// Two devices wrote it at the same time, and a person has to look at it.
    case conflict
}
