/// The state of a content in a place that keeps chunks.
public enum ContentState: Sendable, Hashable {
    /// All of the content is there, each chunk with its right name.
    case whole
    case missing
    /// Some of the content is missing, or has other bytes.
    case damaged
}
