import NIOHTTP1
import Replication
import Testing

@testable import RemoteClouds

/// A refused client does not repeat calls in vain, and keeps making the calls that are allowed.
struct RefusalsTests {
    private let refusals = Refusals()
    private let tooMany = CloudError(.unreachable, "too many")
    private let unknown = CloudError(.notAllowed, "unknown")
    private let wait: HTTPHeaders = ["Retry-After": "30"]

    @Test func refusedStreamDoesNotBlockCalls() {
        let said = refusals.note(tooMany, of: .stream, .tooManyRequests, wait)
        #expect(said.description == tooMany.description)
        #expect(refusals.isOfStreams)
        #expect(refusals.ofCalls == nil)
        refusals.clear()
        #expect(refusals.isOfStreams, "an answered call must not allow a stream")
    }

    @Test func refusedCallBlocksCallsAndStreams() {
        _ = refusals.note(tooMany, of: .call, .tooManyRequests, wait)
        #expect(refusals.isOfStreams)
        #expect(refusals.ofCalls?.description == tooMany.description)
        refusals.clear()
        #expect(!refusals.isOfStreams)
        #expect(refusals.ofCalls == nil)
    }

    @Test func unknownTokenIsNotRetriedAtOnce() {
        for request in [Refusals.Request.call, .stream] {
            _ = refusals.note(unknown, of: request, .unauthorized, [:])
            #expect(refusals.isOfStreams)
            #expect(refusals.ofCalls?.description == unknown.description)
        }
        let said = refusals.note(tooMany, of: .call, .tooManyRequests, wait)
        #expect(
            said.description == unknown.description,
            "the error must still say that the token is unknown")
        refusals.clear()
        #expect(!refusals.isOfStreams)
    }
}
