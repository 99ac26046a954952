import FileCoordination
import Glibc
import ScratchFolder
import Synchronization
import Testing

@Suite struct FileSavingTests {
    let folder = ScratchFolder()

    @Test func fileOpenForWritingMayBeHalfWritten() throws {
        let path = folder.write("file", [1, 2])
        let reader = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        let writer = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        #expect(FileSaving.mayBeUnderWay(reader))
        close(writer)
        #expect(!FileSaving.mayBeUnderWay(reader))
        // The check leaves nothing behind that blocks or kills the next writer.
        let next = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        #expect(next >= 0)
        close(next)
    }

    @Test func readerWaitsForTheEndOfSavingButNotForever() throws {
        let path = folder.write("file", [1, 2])
        let writer = Mutex(open(path, O_WRONLY | O_CLOEXEC))
        let turns = Mutex(0)
        #expect(!FileSaving.waitForEnd(at: path, pause: { turns.withLock { $0 += 1 } }))
        #expect(turns.withLock { $0 } == 100)
        let isSaved = FileSaving.waitForEnd(at: path) {
            writer.withLock { file in
                if file >= 0 { close(file) }
                file = -1
            }
        }
        #expect(isSaved)
        #expect(FileSaving.waitForEnd(at: folder.path("none")))
    }
}
