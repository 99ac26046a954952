/// How a content is in a place that keeps chunks.
public enum ContentState: Sendable, Hashable {
    /// All of it is there, each chunk with its right name.
    case whole
    case missing
    /// Some of it is missing, or is something else.
    case damaged
}
