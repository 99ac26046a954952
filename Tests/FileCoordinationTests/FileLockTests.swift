import FileCoordination
import Glibc
import ScratchFolder
import Synchronization
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(10))) struct FileLockTests {
    let folder = ScratchFolder()

    func lock() throws -> FileLock { try FileLock(path: folder.path("lock")) }

    @Test func sharedLocksExcludeOnlyExclusiveLocks() throws {
        let (a, b, c) = (try lock(), try lock(), try lock())
        #expect(a.tryLock(.shared) && b.tryLock(.shared))
        #expect(!c.tryLock())
        a.unlock()
        #expect(!c.tryLock())
        b.unlock()
        #expect(c.tryLock())
        #expect(!a.tryLock(.shared))
    }

    @Test func lockExcludesOtherLocks() throws {
        let (a, b) = (try lock(), try lock())
        #expect(!a.isHeld)
        #expect(a.tryLock())
        #expect(a.tryLock())
        #expect(a.isHeld)
        #expect(!b.tryLock())
        #expect(!b.isHeld)
        b.unlock()
        #expect(!b.tryLock())
        a.unlock()
        #expect(b.tryLock())
        #expect(!a.tryLock())
    }

    @Test func lockIsReleasedWithItsObject() throws {
        let other = try lock()
        do {
            let lock = try lock()
            #expect(lock.tryLock())
        }
        #expect(other.tryLock())
    }

    @Test func lockIsReleasedWhenItsProcessIsKilled() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path("lock") as String] in
            let lock = try FileLock(path: path)
            #expect(lock.tryLock())
            kill(getpid(), SIGKILL)
        }
        #expect(try lock().tryLock())
    }

    @Test func lockAdmitsOneThreadAtATime() async throws {
        let lock = try lock()
        let visitors = Visitors()
        await withTaskGroup { group in
            for _ in 1...4 {
                group.addTask {
                    for _ in 1...50 { try? lock.withLock { visitors.visit() } }
                }
            }
        }
        #expect(visitors.counts.withLock { $0.most } == 1)
        #expect(visitors.counts.withLock { $0.all } == 200)
    }

    final class Visitors: Sendable {
        let counts = Mutex((now: 0, most: 0, all: 0))

        func visit() {
            counts.withLock {
                $0.now += 1
                $0.all += 1
                $0.most = max($0.most, $0.now)
            }
            sched_yield()
            counts.withLock { $0.now -= 1 }
        }
    }

    /// A request that waits must end if its folder is removed.
    @Test func waitingEndsWhenTheFolderIsGone() async throws {
        try createPrivateFolder(folder.path("inner"))
        let path = folder.path("inner/lock")
        let (held, waiting) = (try FileLock(path: path), try FileLock(path: path))
        #expect(held.tryLock())
        let waiter = Task { try await waiting.lock() }
        try await Task.sleep(for: .milliseconds(50))
        #expect(rename(folder.path("inner"), folder.path("gone")) == 0)
        let error = await #expect(throws: FileCoordinationError.self) { try await waiter.value }
        #expect(error?.description.contains(path) == true)
    }

    @Test func lockIsReleasedAfterAnError() throws {
        struct Stop: Error {}
        let lock = try lock()
        #expect(throws: Stop.self) { try lock.withLock { throw Stop() } }
        #expect(lock.tryLock())
    }

    @Test func lockFileIsReadableOnlyByItsOwner() throws {
        try lock().withLock {}
        #expect(folder.permissions("lock") == 0o600)
        #expect(folder.read("lock") == [])
    }
}
