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

    @Test func callsGoOnWithoutAStream() {
        let said = refusals.note(tooMany, of: .stream, .tooManyRequests, wait)
        #expect(said.description == tooMany.description)
        #expect(refusals.isOfStreams)
        #expect(refusals.ofCalls == nil)
        refusals.clear()
        #expect(refusals.isOfStreams, "that a call was answered makes no room for a stream")
    }

    @Test func nothingIsAskedOfABusyServer() {
        _ = refusals.note(tooMany, of: .call, .tooManyRequests, wait)
        #expect(refusals.isOfStreams)
        #expect(refusals.ofCalls?.description == tooMany.description)
        refusals.clear()
        #expect(!refusals.isOfStreams)
        #expect(refusals.ofCalls == nil)
    }

    @Test func anUnknownTokenIsNotTriedAgainAtOnce() {
        for request in [Refusals.Request.call, .stream] {
            _ = refusals.note(unknown, of: request, .unauthorized, [:])
            #expect(refusals.isOfStreams)
            #expect(refusals.ofCalls?.description == unknown.description)
        }
        let said = refusals.note(tooMany, of: .call, .tooManyRequests, wait)
        #expect(said.description == unknown.description, "that is why it was asked so often")
        refusals.clear()
        #expect(!refusals.isOfStreams)
    }
}
