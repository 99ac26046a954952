import NIOCore
import Testing

@testable import load

/// The arithmetic of the load measurement.
struct LoadTests {
    @Test func percentilesAreAccurateToOneSixteenth() {
        var durations = Durations()
        #expect(durations.percentile(0.5) == 0)
        for milliseconds in 1...1000 { durations.add(Int64(milliseconds) * 1_000_000) }
        for (part, expected) in [(0.5, 500.0), (0.99, 990), (1, 1000)] {
            let found = Double(durations.percentile(part)) / 1e6
            #expect(found >= expected && found <= expected * 17 / 16, "\(part): \(found)")
        }
        #expect(durations.count == 1000)
    }

    @Test func noteIsReadBackAsItWasWritten() {
        let note = Note(writer: 70_000, number: 3, time: 1_234_567_890_123)
        #expect(Note(note.bytes) == note)
        #expect(Note(note.bytes.dropLast()) == nil)
    }

    @Test func redisTextsAreParsedFromPieces() {
        let answer = "+OK\r\n*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$4\r\na\r\nb\r\n:1\r\n"
        for cut in 0...answer.utf8.count {
            var texts = RedisTexts()
            var found: [String] = []
            for piece in [answer.utf8.prefix(cut), answer.utf8.dropFirst(cut)] {
                texts.take(ByteBuffer(bytes: Array(piece)))
                while let text = texts.next() {
                    found.append(String(decoding: text, as: UTF8.self))
                }
            }
            #expect(found == ["message", "c", "a\r\nb"], "cut at \(cut)")
            #expect(texts.lines == 3)
        }
    }

    @Test func deliveryIsCompleteWhenEveryMachineOfTheGroupHasTheNote() async throws {
        let deliveries = Deliveries(groups: [2, 1])
        deliveries.noteWritten(1, by: 0)
        #expect(try await !deliveries.waitForAll(seconds: 0))
        deliveries.note(Note(writer: 0, number: 9, time: 0), by: 1)
        #expect(
            try await !deliveries.waitForAll(seconds: 0), "a note of an earlier run must not count")
        deliveries.note(Note(writer: 0, number: 1, time: nanoseconds()), by: 1)
        // This writer is alone in its group, so nobody else gets its note.
        deliveries.noteWritten(1, by: 2)
        #expect(try await deliveries.waitForAll(seconds: 0))
        #expect(deliveries.latency.count == 1)
    }
}
