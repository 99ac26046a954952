public import Replication

/// The position of a listing, as parameters of a query: without parameters, a listing starts from
/// the beginning; `resume` continues a complete listing; `after` asks for changes.
public enum ListingQuery {
    /// Returns the parameters for a position, and for the most records of a page.
    public static func parameters(
        _ position: ListingPosition, limit: Int
    ) -> [(name: String, value: String)] {
        let limit = (name: "limit", value: String(limit))
        return switch position {
        case .start: [limit]
        case .resume(let after): [(name: "resume", value: String(after)), limit]
        case .changes(let after): [(name: "after", value: String(after)), limit]
        }
    }

    /// Returns the position in the parameters; `nil` if there are two, or one that is not a number.
    public static func position(resume: String?, after: String?) -> ListingPosition? {
        switch (resume, after) {
        case (nil, nil): .start
        case (let text?, nil): Int64(text).map { .resume(after: $0) }
        case (nil, let text?): Int64(text).map { .changes(after: $0) }
        default: nil
        }
    }
}
