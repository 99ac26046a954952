import Glibc
import ScratchFolder
import Testing

@testable import FileCoordination

@Suite(.timeLimit(.minutes(10))) struct FilePollTests {
    let folder = ScratchFolder()

    @Test func pollSeesWritesReplacementAndRemoval() async throws {
        let path = folder.path("bell")
        let (wakes, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let poll = FilePoll(path: path, every: 10) { continuation.yield() }
        var looks = wakes.makeAsyncIterator()
        folder.write("bell", [1])
        #expect(await looks.next() != nil)
        // Another byte in the same place, so the size does not change.
        folder.write("bell", [2])
        #expect(await looks.next() != nil)
        folder.write("other", [3])
        rename(folder.path("other"), path)
        #expect(await looks.next() != nil)
        unlink(path)
        #expect(await looks.next() != nil)
        withExtendedLifetime(poll) {}
    }

    @Test func lastOfManyRingsIsNotLost() async throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        let (wakes, continuation) = AsyncStream.makeStream(
            of: Int.self, bufferingPolicy: .bufferingNewest(1))
        // The state that is read on waking is at least as new as the last ring.
        let poll = FilePoll(path: doorbell.path, every: 1) { [folder] in
            continuation.yield(folder.read("news").count)
        }
        for count in 1...500 {
            folder.write("news", [UInt8](repeating: 0, count: count))
            doorbell.ring()
        }
        for await count in wakes where count == 500 { break }
        withExtendedLifetime(poll) {}
    }
}
