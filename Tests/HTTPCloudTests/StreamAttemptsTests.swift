import Testing

@testable import RemoteClouds

/// How soon a device reopens a stream that has ended.
struct StreamAttemptsTests {
    @Test func aServerThatEndsEveryStreamIsAskedEverMoreRarely() {
        var attempts = StreamAttempts()
        for _ in 1...6 { attempts.end(after: .milliseconds(30), heard: true) }
        #expect(attempts.count == 6)
    }

    @Test func aStreamThatLastedBeginsAnew() {
        var attempts = StreamAttempts()
        for _ in 1...6 { attempts.end(after: .seconds(20), heard: false) }
        #expect(attempts.count == 6, "a server that said nothing was not there")
        attempts.end(after: .seconds(20), heard: true)
        #expect(attempts.count == 1)
    }
}
