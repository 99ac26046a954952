import Replication
import TestSupport
import Testing

@Suite(.ownThread) struct CodingTests {
    static let values: [PropertyListValue] = [
        .string(""), .string("漢字 👩‍👩‍👧 e\u{301}"), .integer(0), .integer(23), .integer(24),
        .integer(-1), .integer(.max), .integer(.min), .real(0), .real(-0.0), .real(.nan),
        .real(.infinity), .boolean(true), .boolean(false), .data([0, 255]), .date(1.5),
        .unsigned(.max), .referenceDate(785_404_800.25.nextUp),
        .array([]), .array([.integer(1), .string("a")]), .dictionary([:]),
        .dictionary(["b": .integer(1), "aa": .array([.dictionary(["c": .boolean(false)])])]),
    ]

    private func record(_ value: PropertyListValue?) -> Record {
        Record(
            content: value.map { .live($0) } ?? .deleted(last: .integer(1)),
            vector: VersionVector([ActorID(rawValue: .max): 7, ActorID(rawValue: 1): 300]),
            stamp: Stamp(milliseconds: 1_700_000_000_000, counter: 9),
            actor: ActorID(rawValue: 5), device: "laptop",
            superseded: [
                SupersededValue(field: "f", value: nil, stamp: .zero, device: "phone")
            ])
    }

    @Test(arguments: values)
    func encodedValuesAndRecordsAreReadBack(value: PropertyListValue) throws {
        #expect(try PropertyListValue(encoded: value.encoded()) == value)
        #expect(value.encodedCount == value.encoded().count)
        let whole = record(value)
        #expect(try Record(encoded: whole.encoded()) == whole)
    }

    @Test(arguments: [23, 24, 255, 256, 65_535, 65_536])
    func encodedCountMatchesTheBytes(_ length: Int) {
        let text = String(repeating: "é", count: length)
        let values: [PropertyListValue] = [
            .string(text), .data(Array(text.utf8)), .integer(Int64(length)),
            .integer(-1 - Int64(length)), .array(Array(repeating: .string("a"), count: length)),
            .dictionary(Dictionary(uniqueKeysWithValues: (0..<length).map { ("\($0)", .date(1)) })),
        ]
        for value in values { #expect(value.encodedCount == value.encoded().count) }
    }

    @Test func encodingFollowsTheCBORStandard() {
        // RFC 8949, appendix A.
        #expect(PropertyListValue.integer(1000).encoded() == [0x19, 0x03, 0xe8])
        #expect(PropertyListValue.string("IETF").encoded() == [0x64, 0x49, 0x45, 0x54, 0x46])
        #expect(PropertyListValue.integer(-100).encoded() == [0x38, 0x63])
        #expect(PropertyListValue.real(1.1).encoded().first == 0xfb)
    }

    @Test func truncatedRecordIsRefused() {
        let bytes = record(Self.values[21]).encoded()
        for length in 0..<bytes.count {
            #expect(throws: DecodingError.self) {
                try Record(encoded: Array(bytes.prefix(length)))
            }
        }
    }

    @Test func damagedRecordDoesNotCrash() throws {
        let bytes = record(.dictionary(["name": .string("n")])).encoded()
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                if let read = try? Record(encoded: damaged) { #expect(read != record(nil)) }
            }
        }
    }

    @Test func aMillionNestedArraysAreRefused() {
        let bytes = [UInt8](repeating: 0x81, count: 1_000_000) + [0x00]
        #expect(throws: DecodingError.self) { try PropertyListValue(encoded: bytes) }
    }

    @Test func aNewerFormatIsRefused() {
        var bytes = record(nil).encoded()
        bytes[1] = 2
        #expect(throws: DecodingError.self) { try Record(encoded: bytes) }
    }
}
