public import Replication

/// One change of a bookmark in the past, as this device saw it.
public struct BookmarkChange: Sendable, Hashable {
    /// Later changes have higher numbers.
    public var number: Int64
    public var kind: Kind
    /// The time when the change was made, in seconds since 1970.
    public var made: Double
    /// The device on which the change was made.
    public var device: String
    /// The time when the former state was made, and the device on which it was made.
    public var madeBefore: Double
    public var deviceBefore: String
    /// The fields that changed; empty if the bookmark was deleted.
    public var fields: [Field]

    /// The kind of change.
    public enum Kind: Int64, Sendable, Hashable {
        case edited = 0
        case deleted = 1
        case restored = 2
    }

    /// A field and its two values.
    public struct Field: Sendable, Hashable {
        /// The name of a ``Bookmark/Field``, or `added`.
        public var name: String
        /// The former value; `nil` if the field was missing.
        public var before: PropertyListValue?
        public var after: PropertyListValue?

        public init(name: String, before: PropertyListValue?, after: PropertyListValue?) {
            self.name = name
            self.before = before
            self.after = after
        }
    }

    public init(
        number: Int64, kind: Kind, made: Double, device: String, madeBefore: Double,
        deviceBefore: String, fields: [Field]
    ) {
        self.number = number
        self.kind = kind
        self.made = made
        self.device = device
        self.madeBefore = madeBefore
        self.deviceBefore = deviceBefore
        self.fields = fields
    }

    /// Whether a restore that knew of the deletion brought the bookmark back unchanged: an edit
    /// that did not see the deletion changes something, or is older.
    public var isRestoring: Bool { kind == .restored && fields.isEmpty && made > madeBefore }

    /// Computes the change from one record of a bookmark to the next; `nil` if nothing visible
    /// changed.
    ///
    /// - Parameter theirs: the record of the cloud. If merging with it left the stamp of the old
    ///   record, the change is the author's of this record.
    public init?(from old: Record, to new: Record, theirs: Record?) {
        guard let before = old.latestValue?.dictionary, let after = new.latestValue?.dictionary
        else { return nil }
        switch (old.isTombstone, new.isTombstone) {
        case (true, true): return nil
        case (false, true): kind = .deleted
        case (true, false): kind = .restored
        case (false, false): kind = .edited
        }
        fields =
            kind == .deleted
            ? []
            : EditTrace.FieldChange.between(before, after).map {
                Field(name: $0.field, before: $0.before, after: $0.after)
            }
        if kind == .edited, fields.isEmpty { return nil }
        let author = new.stamp == old.stamp ? theirs ?? new : new
        number = 0
        made = Double(author.stamp.milliseconds) / 1000
        device = author.device
        madeBefore = Double(old.stamp.milliseconds) / 1000
        deviceBefore = old.device
    }
}

extension BookmarkChange {
    /// The version of the coding of the fields. Higher versions are not read.
    private static let version: Int64 = 1

    /// The encoded fields: an array of the version and of each field. A field is an array of its
    /// name and the values before and after, each an array of one value or none.
    public var encodedFields: [UInt8] {
        let values = fields.map { field in
            PropertyListValue.array([
                .string(field.name), .array(field.before.map { [$0] } ?? []),
                .array(field.after.map { [$0] } ?? []),
            ])
        }
        return PropertyListValue.array([.integer(Self.version)] + values).encoded()
    }

    /// Decodes fields; returns `nil` for invalid bytes.
    public static func fields(encoded bytes: [UInt8]) -> [Field]? {
        guard let values = try? PropertyListValue(encoded: bytes).array,
            values.first?.integer == version
        else { return nil }
        var fields: [Field] = []
        for value in values.dropFirst() {
            guard let parts = value.array, parts.count == 3, let name = parts[0].string,
                let before = parts[1].array, let after = parts[2].array
            else { return nil }
            fields.append(Field(name: name, before: before.first, after: after.first))
        }
        return fields
    }
}

extension BookmarkChange.Field {
    /// The field's name for people.
    public var title: String {
        switch name {
        case "url": "URL"
        case ManualPlace.field: "place"
        default: name
        }
    }

    /// The change in words, if the values mean nothing to people.
    public var words: String? {
        if isFlag { return (after == .boolean(true) ? "now " : "no longer ") + name }
        guard isPlace else { return nil }
        return Self.text(after).isEmpty
            ? "no longer moved in manual order" : "moved in manual order"
    }

    /// The field's former value in words for people; empty if there was none.
    public var textBefore: String {
        isPlace ? place(before, "another manual place") : Self.text(before)
    }
    /// The field's new value in words for people.
    public var textAfter: String { isPlace ? place(after, "a manual place") : Self.text(after) }

    /// Whether the field is yes or no. A missing value means no.
    public var isFlag: Bool { [before, after].contains(.boolean(true)) }

    /// Whether the field is the place in manual order, whose value means nothing to people.
    private var isPlace: Bool { name == ManualPlace.field }

    private func place(_ value: PropertyListValue?, _ word: String) -> String {
        Self.text(value).isEmpty ? "by its date" : word
    }

    private static func text(_ value: PropertyListValue?) -> String {
        switch value {
        case .string(let text): text
        case .array: (value?.strings ?? []).map { "#" + $0 }.joined(separator: " ")
        default: ""
        }
    }
}
