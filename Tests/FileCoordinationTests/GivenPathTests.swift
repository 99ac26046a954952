import FileCoordination
import Glibc
import ScratchFolder
import TestSupport
import Testing

/// Paths from a person, which may be pipes.
@Suite(.ownThread) struct GivenPathTests {
    let folder = ScratchFolder()

    private func pipe() -> String {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        return path
    }

    @Test func writingToAPipeWithoutAReaderFails() {
        let path = pipe()
        let error = #expect(throws: FileCoordinationError.self) {
            try GivenPath.openForWriting(path, patience: .milliseconds(1))
        }
        #expect(error?.reason == "it is a pipe, and no program reads from it")
    }

    @Test func readingAPipeWithoutAWriterFails() {
        let path = pipe()
        let error = #expect(throws: FileCoordinationError.self) {
            try GivenPath.read(path, atMost: 100, patience: .milliseconds(1))
        }
        #expect(error?.reason == "it is a pipe, and no program writes into it")
        #expect(error?.description.contains("Start the program at its other end first") == true)
    }

    @Test func readerWaitsForALaterWriter() throws {
        let path = pipe()
        let bytes = [UInt8](repeating: 7, count: 200_000)
        let writer = Task.detached {
            let file = try GivenPath.openForWriting(path, patience: .seconds(60))
            defer { close(file) }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
        }
        #expect(try GivenPath.read(path, atMost: 1 << 20, patience: .seconds(60)) == bytes)
        writer.cancel()
    }

    @Test func writerThatDoesNotWaitFailsOnAFullPipe() throws {
        let path = pipe()
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let file = try GivenPath.openForWriting(path, waits: false)
        defer { close(file) }
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        #expect(write(file, bytes, bytes.count) < bytes.count)
        #expect(write(file, bytes, bytes.count) == -1 && errno == EAGAIN)
    }

    @Test func fileIsReadUpToALimit() throws {
        let path = folder.write("a", [1, 2, 3])
        #expect(try GivenPath.read(path, atMost: 2) == [1, 2])
        #expect(try GivenPath.read(path, atMost: 9) == [1, 2, 3])
        #expect(throws: FileCoordinationError.self) {
            try GivenPath.read(folder.path("none"), atMost: 9)
        }
    }
}
