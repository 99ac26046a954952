public import Documents

/// Why a document was not kept.
public enum DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no document of the id.
    case notFound(String)
    /// Several documents have ids that begin so.
    case ambiguous(String, [Document])
    /// Neither this device nor the cloud has the content yet; another device made it.
    case notHere(String, device: String)
    /// It has so many bytes.
    case tooLong(Int)
    /// The bookmark has so many documents.
    case tooMany(Int)

    public var description: String {
        switch self {
        case .notFound(let id):
            "There is no document \(id). To see those that are there: cloudy docs"
        case .ambiguous(let prefix, let documents):
            "Several ids begin with \(prefix): "
                + documents.map { "\($0.id) “\($0.title.prefix(60))”" }.joined(separator: ", ")
                + ". Type more of the one you mean."
        case .notHere(let title, let device):
            "“\(title)” is not here yet: \(device) has it, and has not sent it. Sync that device."
        case .tooLong(let length):
            "It has \(grouped(length >> 20)) MiB, and a document may have "
                + "\(Document.longest >> 20)."
        case .tooMany(let count):
            "The bookmark has \(count) documents, and no more are kept. To delete one: "
                + "cloudy docs delete NAME"
        }
    }
}
