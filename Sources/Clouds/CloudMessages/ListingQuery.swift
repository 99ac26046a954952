public import Replication

/// Where a listing begins, as parameters of a query: none begins from nothing, `resume` goes on
/// with a complete listing, `after` asks for changes.
public enum ListingQuery {
    /// The parameters of a position, and of how many records there may be at most.
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

    /// The position that parameters name, or nil when they name two, or one that is not a number.
    public static func position(resume: String?, after: String?) -> ListingPosition? {
        switch (resume, after) {
        case (nil, nil): .start
        case (let text?, nil): Int64(text).map { .resume(after: $0) }
        case (nil, let text?): Int64(text).map { .changes(after: $0) }
        default: nil
        }
    }
}
