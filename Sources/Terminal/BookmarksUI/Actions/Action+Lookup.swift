import Screen

extension Action {
    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    /// The row of the table with an id; every id has one.
    public static func named(_ id: ActionID) -> Action? { byID[id] }

    /// The name of the key that starts an action unless a person has set another, for texts that
    /// are written where nobody knows what is set.
    public static func usualKey(of id: ActionID) -> String { byID[id]?.keys.first?.name ?? "?" }

    /// The actions under each heading, in the order of help and manual. No heading is empty.
    public static let sections: [(section: ActionSection, actions: [Action])] =
        ActionSection.allCases.map { section in
            (section, all.filter { $0.section == section })
        }
}
