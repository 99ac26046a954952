/// The place of a document's content, as a word for people.
public enum DocumentState: String, Sendable, Hashable {
    /// On this device, and in the cloud.
    case here
    /// Only in the cloud.
    case remote
    /// Neither on this device nor in the cloud: another device must send it, or it is lost.
    case missing
    /// Only on this device.
    case unsent
    /// Two devices wrote it at the same time, and a person must choose.
    case conflict
}
