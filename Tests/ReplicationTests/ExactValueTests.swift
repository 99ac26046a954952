import Replication
import SeededRandom
import Testing

/// Values that earlier versions could not read: large integers, and dates that no number of seconds
/// since 1970 represents exactly.
@Suite struct ExactValueTests {
    /// Seconds since 2001, in the year 2026. The second value lies between two adjacent numbers of
    /// seconds since 1970.
    private static let (even, odd) = (785_404_800.25, 785_404_800.25.nextUp)

    private func record(
        _ content: Record.Content, losers: [PropertyListValue?] = []
    ) -> Record {
        Record(
            content: content, vector: VersionVector([ActorID(rawValue: 1): 300]),
            stamp: Stamp(milliseconds: 1_763_712_345_678), actor: ActorID(rawValue: 1),
            device: "laptop",
            superseded: losers.map {
                SupersededValue(
                    field: "", value: $0, stamp: Stamp(milliseconds: 7), device: "phone")
            })
    }

    @Test func datesUseReferenceSecondsOnlyIfNeeded() {
        #expect(PropertyListValue.date(sinceReference: Self.even) == .date(1_763_712_000.25))
        #expect(PropertyListValue.date(sinceReference: Self.odd) == .referenceDate(Self.odd))
        #expect(PropertyListValue.unsigned(exactly: 5) == .integer(5))
        #expect(PropertyListValue.unsigned(exactly: .max) == .unsigned(.max))
    }

    @Test func everyDateKeepsAllItsBits() throws {
        var random = SplitMix(seed: 20_010_101)
        for round in 0..<20_000 {
            let seconds =
                round.isMultiple(of: 2)
                ? Double.random(in: 5e8...9e8, using: &random)
                : Double(bitPattern: random.next())
            let value = PropertyListValue.date(sinceReference: seconds)
            let whole = record(.live(value))
            #expect(try Record(encoded: whole.encoded()) == whole)
            guard case .referenceDate(let kept) = value else { continue }
            #expect(kept.bitPattern == seconds.bitPattern)
        }
    }

    private static let nested = PropertyListValue.dictionary([
        "aa": .array([.real(0.5), .date(1), .referenceDate(odd), .unsigned(.max)]),
        "b": .unsigned(1 << 63), "c": .dictionary(["d": .referenceDate(odd), "e": .integer(1)]),
    ])

    @Test func exactValuesAreKeptInAllPartsOfARecord() throws {
        for whole in [
            record(.live(Self.nested)), record(.deleted(last: Self.nested)),
            record(.deleted(last: nil), losers: [Self.nested, nil, .referenceDate(Self.odd)]),
            record(
                .live(.referenceDate(Self.odd)),
                losers: Array(repeating: .unsigned(.max), count: 30)),
        ] {
            #expect(try Record(encoded: whole.encoded()) == whole)
        }
        #expect(try PropertyListValue(encoded: Self.nested.encoded()) == Self.nested)
        #expect(Self.nested.encodedCount == Self.nested.encoded().count)
    }

    /// An earlier version reads the parts of a record that it knows, with the nearest values, and
    /// returns the same bytes.
    @Test func earlierVersionsReadTheNearestValues() {
        let near = PropertyListValue.dictionary([
            "aa": .array([
                .real(0.5), .date(1), .date(1_763_712_000.25), .real(18_446_744_073_709_551_616),
            ]), "b": .real(9_223_372_036_854_775_808),
            "c": .dictionary(["d": .date(1_763_712_000.25), "e": .integer(1)]),
        ])
        var old = record(.live(near))
        // The fields of a map are written in the order of their length, then of their bytes.
        old.superseded.append(
            SupersededValue(
                field: "exact",
                value: .array([
                    .integer(0), .integer(.min), .integer(1), .real(Self.odd), .integer(4),
                    .real(Self.odd), .integer(5), .integer(-1),
                ]), stamp: .zero, device: ""))
        #expect(record(.live(Self.nested)).encoded() == old.encoded())
    }

    /// An earlier version that edits a newer version's record keeps the parts that it does not
    /// know.
    @Test func recordEditedByAnEarlierVersionIsReadAsWritten() throws {
        var old = record(.live(.date(1_763_712_000.25)))
        let exact = SupersededValue(
            field: "exact", value: .array([.integer(0), .real(Self.odd)]), stamp: .zero, device: "")
        old.superseded = [exact]
        #expect(
            try Record(encoded: old.encoded()) == record(.live(.referenceDate(Self.odd))))
        for value: PropertyListValue in [
            .date(1_763_712_001), .real(1_763_712_000.25), .string("edited"),
            .array([.integer(1), .date(5), .date(1_763_712_000.25)]),
        ] {
            old.content = .live(value)
            let read = try Record(encoded: old.encoded())
            #expect(read.value == value && read.superseded == [exact])
            #expect(read.encoded() == old.encoded())
        }
    }

    /// Records have only one encoding, so that equal records have equal bytes.
    @Test func recordsHaveOnlyOneEncoding() {
        let value = PropertyListValue.unsigned(.max).encoded()
        let near = record(.live(.real(0.5))).encoded()
        var other = near
        other.replaceSubrange(2..<11, with: value)
        #expect(other.count == near.count)
        #expect(throws: DecodingError.self) { try Record(encoded: other) }
    }

    @Test func mergeKeepsExactValues() throws {
        func made(_ counter: UInt64, _ actor: UInt64, _ value: PropertyListValue) -> Record {
            Record(
                content: .live(value), vector: VersionVector([ActorID(rawValue: actor): counter]),
                stamp: Stamp(milliseconds: Int64(actor)), actor: ActorID(rawValue: actor),
                device: "d\(actor)")
        }
        let (a, b) = (made(1, 1, .referenceDate(Self.odd)), made(1, 2, .unsigned(.max)))
        let merged = merge(nil, a, b, policy: .latest)
        #expect(merged == merge(nil, b, a, policy: .latest))
        #expect(merged.value == .unsigned(.max))
        #expect(merged.superseded.map(\.value) == [.referenceDate(Self.odd)])
        #expect(try Record(encoded: merged.encoded()) == merged)
    }
}
