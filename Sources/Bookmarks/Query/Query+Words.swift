extension Query {
    /// What stands before a colon and says where to look.
    enum FieldName: String, CaseIterable {
        case name, url, note, notes, tag, site, `in`, folder, before, after, `is`
    }

    /// The names of the fields, such as `site`, which are typed with a colon behind them.
    public static let fields = FieldName.allCases.filter { $0 != .notes }.map(\.rawValue)

    /// What can be said of a bookmark behind `is:`.
    public static let facts = factConditions.map(\.word)

    static let factConditions: [(word: String, condition: Condition)] = [
        ("conflict", .conflict), ("duplicate", .duplicate), ("broken", .broken),
        ("unread", .unread), ("deleted", .deleted),
    ]
}
