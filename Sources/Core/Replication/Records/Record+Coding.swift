// A record is an array of eight: format, kind (0 live, 1 deleted), value or null, vector as a map,
// stamp as [milliseconds, counter], actor, device, superseded as an array of [field, value or null,
// [milliseconds, counter], device]. A part of a value that earlier versions cannot read is written
// as the nearest readable one, and exactly in an additional last element of the superseded values:
// see `ExactValues`.

extension Record {
    /// The format that this version writes and reads. It refuses higher ones.
    public static let formatVersion: UInt64 = 1

    /// Returns the record as bytes, the same for equal records.
    public func encoded() -> [UInt8] {
        var writer = CBORWriter(approximating: true)
        writer.head(.array, 8)
        writer.unsigned(Self.formatVersion)
        writer.unsigned(isTombstone ? 1 : 0)
        writer.optional(latestValue)
        let counters = vector.sorted
        writer.head(.map, UInt64(counters.count))
        for (actor, counter) in counters {
            writer.unsigned(actor.rawValue)
            writer.unsigned(counter)
        }
        writer.stamp(stamp)
        writer.unsigned(actor.rawValue)
        writer.text(device)
        let start = writer.bytes.count
        writer.head(.array, UInt64(superseded.count))
        for loser in superseded { writer.superseded(loser) }
        if let exact = writer.exact?.asSuperseded {
            // Only now is the number of elements known.
            var head = CBORWriter()
            head.head(.array, UInt64(superseded.count + 1))
            let length = CBORWriter.headCount(UInt64(superseded.count))
            writer.bytes.replaceSubrange(start..<start + length, with: head.bytes)
            writer.exact = nil
            writer.superseded(exact)
        }
        return writer.bytes
    }

    /// Reads a record. Throws for bytes that no version up to this one can have written.
    public init(encoded bytes: [UInt8]) throws(DecodingError) {
        var reader = CBORReader(bytes)
        let count = try reader.array()
        let format = try reader.unsigned()
        guard format == Self.formatVersion, count == 8 else {
            throw reader.failure("a record of format \(format), unknown to this Cloudy")
        }
        let kind = try reader.unsigned()
        let value = try reader.value()
        switch (kind, value) {
        case (0, let value?): content = .live(value)
        case (1, _): content = .deleted(last: value)
        default: throw reader.failure("neither a live record nor a tombstone")
        }
        var counters: [ActorID: UInt64] = [:]
        for _ in 0..<(try reader.map()) {
            counters[ActorID(rawValue: try reader.unsigned())] = try reader.unsigned()
        }
        vector = VersionVector(counters)
        stamp = try reader.stamp()
        actor = ActorID(rawValue: try reader.unsigned())
        device = try reader.text()
        superseded = []
        for _ in 0..<(try reader.array()) {
            guard try reader.array() == 4 else { throw reader.failure("expected four elements") }
            superseded.append(
                SupersededValue(
                    field: try reader.text(), value: try reader.value(),
                    stamp: try reader.stamp(), device: try reader.text()))
        }
        guard reader.isAtEnd else { throw reader.failure("bytes after the end of the record") }
        // An earlier version may have edited the record since. Exact values that no longer fit stay
        // in the record, so that all devices see the same bytes.
        if let exact = ExactValues(superseded.last), let refined = exact.applied(to: self),
            refined.encoded() == bytes
        {
            self = refined
        }
    }
}

extension PropertyListValue {
    /// Returns the value as bytes, the same for equal values.
    public func encoded() -> [UInt8] {
        var writer = CBORWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The number of bytes of ``encoded()``, computed without writing them.
    public var encodedCount: Int {
        switch self {
        case .string(let text): CBORWriter.textCount(text)
        case .integer(let number): CBORWriter.headCount(UInt64(number >= 0 ? number : -1 - number))
        case .real, .unsigned: 9
        case .date: 10
        case .referenceDate: 14
        case .boolean: 1
        case .data(let bytes): CBORWriter.headCount(UInt64(bytes.count)) + bytes.count
        case .array(let values):
            values.reduce(CBORWriter.headCount(UInt64(values.count))) { $0 + $1.encodedCount }
        case .dictionary(let fields):
            fields.reduce(CBORWriter.headCount(UInt64(fields.count))) {
                $0 + CBORWriter.textCount($1.key) + $1.value.encodedCount
            }
        }
    }

    /// Reads a value. Throws for bytes that ``encoded()`` cannot have returned.
    public init(encoded bytes: [UInt8]) throws(DecodingError) {
        var reader = CBORReader(bytes, readsExact: true)
        guard let value = try reader.value(), reader.isAtEnd else {
            throw reader.failure("not one value")
        }
        self = value
    }

    /// Whether arrays and dictionaries nest no deeper than ``maximumDepth``.
    public var isWithinDepth: Bool { isWithin(Self.maximumDepth) }

    private func isWithin(_ depth: Int) -> Bool {
        guard depth > 0 else { return false }
        switch self {
        case .array(let elements): return elements.allSatisfy { $0.isWithin(depth - 1) }
        case .dictionary(let fields): return fields.values.allSatisfy { $0.isWithin(depth - 1) }
        default: return true
        }
    }
}

extension CBORWriter {
    fileprivate mutating func optional(_ value: PropertyListValue?) {
        if let value { self.value(value) } else { null() }
    }

    fileprivate mutating func superseded(_ loser: SupersededValue) {
        head(.array, 4)
        text(loser.field)
        optional(loser.value)
        stamp(loser.stamp)
        text(loser.device)
    }

    fileprivate mutating func stamp(_ stamp: Stamp) {
        head(.array, 2)
        integer(stamp.milliseconds)
        unsigned(UInt64(stamp.counter))
    }
}

extension CBORReader {
    fileprivate mutating func stamp() throws(DecodingError) -> Stamp {
        guard try array() == 2 else { throw failure("expected a stamp") }
        let milliseconds = try integer()
        guard let counter = UInt32(exactly: try unsigned()) else {
            throw failure("a stamp's counter out of range")
        }
        return Stamp(milliseconds: milliseconds, counter: counter)
    }
}
