/// The progress of downloading a page.
public struct DownloadProgress: Sendable, Hashable {
    /// The size of the body so far, in bytes.
    public var received: Int
    /// The size of the whole body; `nil` if the server does not tell it.
    public var total: Int?
}

extension AnswerReader {
    var progress: DownloadProgress {
        DownloadProgress(received: body.count, total: finalHead?.bodySize)
    }
}

extension AnswerReader.Head {
    /// The size of the whole body, if the server tells it. The length of a compressed answer is not
    /// that of its body.
    var bodySize: Int? {
        if field("content-encoding") != nil { return nil }
        if let range = field("content-range") {
            return range.split(separator: "/").last.flatMap { Int($0) }
        }
        return field("content-length").flatMap { Int($0) }
    }
}
