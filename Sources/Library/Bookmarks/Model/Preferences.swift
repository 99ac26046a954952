public import Replication

/// A person's preferences for all devices.
///
/// Values are kept by name, so that those of newer versions are not lost.
public struct Preferences: Sendable, Hashable {
    /// The values, by name.
    public var values: [String: PropertyListValue]

    public init(_ values: [String: PropertyListValue] = [:]) {
        self.values = values
    }

    /// The store that holds them, which other programs may share.
    public static let storeIdentifier = "cloudy.preferences"

    /// The order of the list. It is stored under ``sortName`` as the name of a field, with a minus
    /// for descending order, such as `-added`. Any other value means ``SortOrder/standard``.
    public var sort: SortOrder {
        get { values[Self.sortName]?.string.flatMap { SortOrder($0) } ?? .standard }
        set { values[Self.sortName] = .string(newValue.description) }
    }

    /// The name of ``sort``.
    public static let sortName = "sort"
}

extension SortOrder: LosslessStringConvertible {
    /// Reads an order from its ``description``.
    public init?(_ description: String) {
        let isDescending = description.hasPrefix("-")
        guard let field = Field(rawValue: String(description.dropFirst(isDescending ? 1 : 0)))
        else { return nil }
        self.init(field, descending: isDescending)
    }

    /// The name of the field, with a minus for descending order.
    public var description: String { (isDescending ? "-" : "") + field.rawValue }

    /// The order in words, as in “Sorted by name”.
    public var phrase: String {
        switch (field, isDescending) {
        case (.added, true): "newest first"
        case (.added, false): "oldest first"
        case (.modified, true): "latest edit first"
        case (.modified, false): "earliest edit first"
        case (.name, false): "by name"
        case (.name, true): "by name, reversed"
        case (.url, false): "by URL"
        case (.url, true): "by URL, reversed"
        case (.relevance, true): "best match first"
        case (.relevance, false): "worst match first"
        case (.opened, true): "last opened first"
        case (.opened, false): "least recently opened first"
        case (.frequency, true): "most opened first"
        case (.frequency, false): "least opened first"
        case (.manual, false): "in manual order"
        case (.manual, true): "in manual order, reversed"
        }
    }
}
