public import Replication

/// What a person chose once, for all devices.
///
/// It is kept as property-list values by name, so that a name that a newer version knows is kept.
public struct Preferences: Sendable, Hashable {
    /// The values, by name.
    public var values: [String: PropertyListValue]

    public init(_ values: [String: PropertyListValue] = [:]) {
        self.values = values
    }

    /// The store that holds them, which other programs may share.
    public static let storeIdentifier = "cloudy.preferences"

    /// How the list is sorted, under ``sortName``: the name of a field, with a minus before it when
    /// descending, such as `-added`. What is no such thing is ``SortOrder/standard``.
    public var sort: SortOrder {
        get { values[Self.sortName]?.string.flatMap { SortOrder($0) } ?? .standard }
        set { values[Self.sortName] = .string(newValue.description) }
    }

    /// The name of ``sort``.
    public static let sortName = "sort"
}

extension SortOrder: LosslessStringConvertible {
    /// Reads ``description`` back.
    public init?(_ description: String) {
        let isDescending = description.hasPrefix("-")
        guard let field = Field(rawValue: String(description.dropFirst(isDescending ? 1 : 0)))
        else { return nil }
        self.init(field, descending: isDescending)
    }

    /// The name of the field, with a minus before it when descending.
    public var description: String { (isDescending ? "-" : "") + field.rawValue }

    /// The order in words, as in “Sorted by name”.
    public var phrase: String {
        switch (field, isDescending) {
        case (.added, true): "the newest first"
        case (.added, false): "the oldest first"
        case (.modified, true): "the latest edit first"
        case (.modified, false): "the earliest edit first"
        case (.name, false): "by name"
        case (.name, true): "by name, from the end"
        case (.url, false): "by URL"
        case (.url, true): "by URL, from the end"
        case (.relevance, true): "the best answers first"
        case (.relevance, false): "the worst answers first"
        case (.opened, true): "the latest opened first"
        case (.opened, false): "what was not opened for longest first"
        case (.frequency, true): "the most opened first"
        case (.frequency, false): "the least opened first"
        case (.manual, false): "by hand"
        case (.manual, true): "by hand, from the end"
        }
    }
}
