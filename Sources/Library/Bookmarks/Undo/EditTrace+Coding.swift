import Replication

// Thousands of traces are kept in one piece: an array of the version and of each trace. A trace is
// an array of the id, its kind (0 added, 1 deleted, 2 edited), and the fingerprint or the fields. A
// field is an array of its name and the known values [before, after], each an array of one value or
// none. Lost values follow only if the command changed them.

extension EditTrace {
    /// The version of the coding. Higher versions are not read.
    private static let version: Int64 = 1

    /// The maximum number of traces in a piece, which undo reads at once.
    static let pieceSize = 2000

    /// Encodes traces.
    static func encode(_ traces: some Sequence<EditTrace>) -> [UInt8] {
        PropertyListValue.array([.integer(version)] + traces.map(\.value)).encoded()
    }

    /// Decodes traces. Throws ``UnreadableTraces`` for invalid bytes.
    static func decode(_ bytes: [UInt8]) throws -> [EditTrace] {
        guard let values = try PropertyListValue(encoded: bytes).array,
            values.first?.integer == version
        else { throw UnreadableTraces() }
        return try values.dropFirst().map { try EditTrace($0) }
    }

    /// Returns the bytes without the traces of these bookmarks; `nil` if they have none of them.
    static func removing(_ ids: Set<String>, from bytes: [UInt8]) throws -> [UInt8]? {
        let traces = try decode(bytes)
        let kept = traces.filter { !ids.contains($0.id) }
        return kept.count == traces.count ? nil : encode(kept)
    }

    private var value: PropertyListValue {
        switch what {
        case .added(let fields):
            return .array([.string(id), .integer(0), .integer(Int64(bitPattern: fields))])
        case .deleted(let fields):
            return .array([.string(id), .integer(1), .integer(Int64(bitPattern: fields))])
        case .edited(let fields):
            let changes = fields.map { change in
                PropertyListValue.array([
                    .string(change.field), .array(change.before.map { [$0] } ?? []),
                    .array(change.after.map { [$0] } ?? []),
                ])
            }
            let values: [PropertyListValue] = [.string(id), .integer(2), .array(changes)]
            if lost.isEmpty { return .array(values) }
            return .array(
                values + [
                    .array(lost.removed.map(Self.value)), .array(lost.added.map(Self.value)),
                ])
        }
    }

    private init(_ value: PropertyListValue) throws {
        guard let parts = value.array, parts.count == 3 || parts.count == 5,
            let id = parts[0].string, let kind = parts[1].integer
        else { throw UnreadableTraces() }
        switch (kind, parts[2]) {
        case (0, .integer(let fields)):
            self.init(id: id, what: .added(UInt64(bitPattern: fields)))
        case (1, .integer(let fields)):
            self.init(id: id, what: .deleted(UInt64(bitPattern: fields)))
        case (2, .array(let fields)):
            var lost = LostChange()
            if parts.count == 5 {
                lost.removed = try (parts[3].array ?? []).map(Self.superseded)
                lost.added = try (parts[4].array ?? []).map(Self.superseded)
            }
            self.init(id: id, what: .edited(try fields.map(Self.change)), lost: lost)
        default: throw UnreadableTraces()
        }
    }

    private static func change(_ value: PropertyListValue) throws -> FieldChange {
        guard let parts = value.array, parts.count == 3, let field = parts[0].string,
            let before = parts[1].array, let after = parts[2].array
        else { throw UnreadableTraces() }
        return FieldChange(field: field, before: before.first, after: after.first)
    }

    private static func value(_ lost: SupersededValue) -> PropertyListValue {
        .array([
            .string(lost.field), .array(lost.value.map { [$0] } ?? []),
            .integer(lost.stamp.milliseconds), .integer(Int64(lost.stamp.counter)),
            .string(lost.device),
        ])
    }

    private static func superseded(_ value: PropertyListValue) throws -> SupersededValue {
        guard let parts = value.array, parts.count == 5, let field = parts[0].string,
            let value = parts[1].array, let milliseconds = parts[2].integer,
            let counter = parts[3].integer.flatMap(UInt32.init(exactly:)),
            let device = parts[4].string
        else { throw UnreadableTraces() }
        return SupersededValue(
            field: field, value: value.first,
            stamp: Stamp(milliseconds: milliseconds, counter: counter), device: device)
    }
}

/// The error for traces that are damaged, or that a newer version wrote.
struct UnreadableTraces: Error {}
