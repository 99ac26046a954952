import Testing

@testable import RemoteClouds

/// The pauses before a device reopens a stream that has ended.
struct StreamAttemptsTests {
    @Test func shortStreamsIncreaseTheAttemptCount() {
        var attempts = StreamAttempts()
        for _ in 1...6 { attempts.end(after: .milliseconds(30), heard: true) }
        #expect(attempts.count == 6)
    }

    @Test func longStreamResetsTheAttemptCount() {
        var attempts = StreamAttempts()
        for _ in 1...6 { attempts.end(after: .seconds(20), heard: false) }
        #expect(attempts.count == 6, "a silent stream must not reset the count")
        attempts.end(after: .seconds(20), heard: true)
        #expect(attempts.count == 1)
    }
}
