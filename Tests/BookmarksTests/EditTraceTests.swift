import Replication
import Testing

@testable import Bookmarks

/// The traces that are kept of a command's edits.
struct EditTraceTests {
    private let lost = SupersededValue(
        field: "name", value: .string("Lost"), stamp: Stamp(milliseconds: 5, counter: 7),
        device: "phone")

    private var traces: [EditTrace] {
        [
            EditTrace(id: "a", what: .added(UInt64.max)), EditTrace(id: "b", what: .deleted(0)),
            EditTrace(
                id: "c",
                what: .edited([
                    .init(field: "name", before: .string("x"), after: nil),
                    .init(field: "tags", before: nil, after: .array([.string("t")])),
                ])),
            EditTrace(
                id: "d", what: .edited([]),
                lost: .init(
                    removed: [lost],
                    added: [
                        SupersededValue(field: "url", value: nil, stamp: .zero, device: "")
                    ])),
        ]
    }

    @Test func tracesSurviveARoundTrip() throws {
        #expect(try EditTrace.decode(EditTrace.encode(traces)) == traces)
        #expect(try EditTrace.decode(EditTrace.encode([])).isEmpty)
    }

    @Test func traceOfAnAdditionTakesFewBytes() {
        let many = (0..<1000).map {
            EditTrace(id: "1dc5yk6rybant", what: .added(UInt64($0) &* 0x9E37_79B9_7F4A_7C15))
        }
        #expect(EditTrace.encode(many).count < 26_000)
    }

    @Test func singleTracesCanBeRemoved() throws {
        let bytes = EditTrace.encode(traces)
        let rest = try #require(try EditTrace.removing(["a", "d", "z"], from: bytes))
        #expect(try EditTrace.decode(rest).map(\.id) == ["b", "c"])
        #expect(try EditTrace.removing(["z"], from: bytes) == nil)
    }

    /// Reading any bytes of the table ends, with traces or an error.
    @Test func damagedTracesDoNotCrash() {
        let bytes = EditTrace.encode(traces)
        for place in bytes.indices {
            for value in [0, 0x7f, 0x80, 0xff, bytes[place] ^ 1] as [UInt8] {
                var damaged = bytes
                damaged[place] = value
                _ = try? EditTrace.decode(damaged)
            }
            #expect(throws: (any Error).self) {
                try EditTrace.decode(Array(bytes[..<place]))
            }
        }
        // A later version of the format is refused.
        #expect(throws: UnreadableTraces.self) {
            try EditTrace.decode(PropertyListValue.array([.integer(2)]).encoded())
        }
    }

    @Test func oppositeOfTheOppositeIsTheTraceItself() {
        for trace in traces { #expect(trace.opposite.opposite == trace) }
    }

    @Test(arguments: [
        // The tags were not edited since, or the later edit changed another tag.
        (["new"], ["old"], nil), (["new", "other"], ["other", "old"], nil),
        // The tag was renamed again: the name from the first renaming is not missing.
        (["newer"], ["newer"], ["tags"]), (["newer", "x"], ["newer", "x"], ["tags"]),
        // The tag was removed, or its old name is back already.
        ([], ["old"], nil), (["old"], ["old"], nil), (["old", "x"], ["old", "x"], nil),
    ]) func undoRestoresTheNameOfATagUnlessItWasRenamedAgain(
        _ now: [String], _ then: [String], _ stays: [String]?
    ) {
        func tags(_ names: [String]) -> PropertyListValue? {
            names.isEmpty ? nil : .array(names.map { .string($0) })
        }
        let trace = EditTrace(
            id: "a",
            what: .edited([.init(field: "tags", before: tags(["old"]), after: tags(["new"]))]))
        var fields: [String: PropertyListValue] = ["url": .string("https://a.example/")]
        fields["tags"] = tags(now)
        let record = Record(
            content: .live(.dictionary(fields)), vector: VersionVector(), stamp: .zero,
            actor: ActorID(rawValue: 1), device: "desk")
        let back = trace.undoWrite(for: record)
        fields["tags"] = tags(then)
        #expect(back.value == .dictionary(fields))
        #expect(back.isAnything == (now != then))
        #expect(back.stays == stays.map { .edited($0) })
    }

    @Test func undoCannotRestoreABookmarkDeletedForever() {
        let record = Record(
            content: .deleted(last: nil), vector: VersionVector(), stamp: .zero,
            actor: ActorID(rawValue: 1), device: "desk")
        for trace in [traces[1], traces[2], traces[3]] {
            let back = trace.undoWrite(for: record)
            #expect(back.value == nil && !back.isAnything && back.stays == .forgotten)
        }
    }
}
