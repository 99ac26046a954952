// Earlier versions read neither whole numbers above Int64.max, nor dates as seconds since 2001,
// which Apple's class holds. Their dates are seconds since 1970, which are exact for only half of
// Apple's dates. An earlier version leaves a record alone if it cannot read a value in it. So the
// nearest readable value is written, and the exact one at the end of the superseded values, which
// earlier versions keep and do not show. See R4 in Docs/Internals/Sync.md.

extension Record {
    /// The lost values, newest first, without the element for exact values.
    public var lostValues: [SupersededValue] {
        superseded.filter { ExactValues($0) == nil }
    }
}

/// The exact forms of values that a record contains rounded.
struct ExactValues {
    /// The number of visited numbers and dates that may be rounded.
    var place: Int64 = 0
    /// Places in ascending order, each followed by its value: a real for seconds since 2001, an
    /// integer for the bits of a large one.
    private var pairs: [PropertyListValue] = []

    private static let field = "exact"

    init() {}

    /// Notes the exact value at the current place, and moves to the next.
    mutating func note(_ value: PropertyListValue) {
        switch value {
        case .referenceDate(let seconds): pairs += [.integer(place), .real(seconds)]
        case .unsigned(let number):
            pairs += [.integer(place), .integer(Int64(bitPattern: number))]
        default: break
        }
        place += 1
    }

    /// The element to write; `nil` if no value is rounded. It cannot be confused with a device's:
    /// no device has an empty name, and no edit has the stamp zero.
    var asSuperseded: SupersededValue? {
        pairs.isEmpty
            ? nil
            : SupersededValue(
                field: Self.field, value: .array(pairs), stamp: .zero, device: "")
    }

    init?(_ element: SupersededValue?) {
        guard let element, element.field == Self.field, element.stamp == .zero,
            element.device.isEmpty, let pairs = element.value?.array
        else { return nil }
        self.pairs = pairs
    }

    /// Returns the record without its last superseded value, from which this was read, and with
    /// exact values; `nil` if the record has changed so that this no longer fits.
    func applied(to record: Record) -> Record? {
        var rest = self
        rest.pairs.reverse()
        var record = record
        record.superseded.removeLast()
        switch record.content {
        case .live(let value): record.content = .live(rest.refine(value))
        case .deleted(let last): record.content = .deleted(last: last.map { rest.refine($0) })
        }
        for index in record.superseded.indices {
            record.superseded[index].value = record.superseded[index].value.map { rest.refine($0) }
        }
        return rest.pairs.isEmpty ? record : nil
    }

    /// Returns a value with exact parts. Values must be visited in the order of writing.
    private mutating func refine(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .real, .date:
            defer { place += 1 }
            return exact(for: value) ?? value
        case .array(let elements): return .array(elements.map { refine($0) })
        case .dictionary(var fields):
            for name in fields.keys.sorted(by: CBORWriter.precedes) {
                fields[name] = fields[name].map { refine($0) }
            }
            return .dictionary(fields)
        default: return value
        }
    }

    /// Returns the exact value for this place, if the record's value is the nearest to it.
    private mutating func exact(for value: PropertyListValue) -> PropertyListValue? {
        guard pairs.last == .integer(place), pairs.count > 1 else { return nil }
        let exact: PropertyListValue
        switch (value, pairs[pairs.count - 2]) {
        case (.date(let near), .real(let seconds)):
            exact = .date(sinceReference: seconds)
            guard case .referenceDate = exact, exact.date?.bitPattern == near.bitPattern else {
                return nil
            }
        case (.real(let near), .integer(let bits)):
            let number = UInt64(bitPattern: bits)
            exact = .unsigned(exactly: number)
            guard bits < 0, Double(number).bitPattern == near.bitPattern else { return nil }
        default: return nil
        }
        pairs.removeLast(2)
        return exact
    }
}
