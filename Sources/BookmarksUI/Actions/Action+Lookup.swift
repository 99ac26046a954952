public import Screen

extension Action {
    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    private static let byKey: [ActionContext: [Key: Action]] = {
        var table: [ActionContext: [Key: Action]] = [:]
        for action in all {
            for context in action.contexts {
                for key in action.keys(in: context) { table[context, default: [:]][key] = action }
            }
        }
        return table
    }()

    /// The row of the table with an id; every id has one.
    public static func named(_ id: ActionID) -> Action? { byID[id] }

    /// What a key starts in a context, if anything.
    public static func started(by key: Key, in context: ActionContext) -> Action? {
        byKey[context]?[key]
    }

    /// The actions under each heading, in the order of help and manual. No heading is empty.
    public static let sections: [(section: ActionSection, actions: [Action])] =
        ActionSection.allCases.map { section in
            (section, all.filter { $0.section == section })
        }
}
