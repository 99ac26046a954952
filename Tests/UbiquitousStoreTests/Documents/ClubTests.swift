import FileCoordination
import Foundation
import ScratchFolder
import TestSupport
import Testing

/// The example that follows a tutorial about transfers, in two processes.
@Suite(.ownThread, .timeLimit(.minutes(10)))
struct ClubTests {
    let folder = ScratchFolder()
    private let content = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 37 >> 9) }

    private func start(_ device: String) async throws -> TalkingProgram {
        let program = try TalkingProgram("club", in: folder, device: device)
        #expect(await eventually { program.lines.contains { $0.hasPrefix("files: ") } })
        return program
    }

    /// Locks the contents of the cloud or of a device, so that writers wait.
    private func lock(_ path: String) throws -> FileLock {
        let place = folder.path("home/\(path)/stores/org.example.club.ubiquity-documents/chunks")
        try createPrivateFolder(place)
        let lock = try FileLock(path: place + "/lock")
        while !lock.tryLock() { usleep(1000) }
        return lock
    }

    /// `#expect` would take hours to find the differences between long values.
    private func isWhole(_ file: String) -> Bool { folder.read(file) == content }

    /// Makes the program list its files until it prints a line.
    private func lists(_ line: String, _ program: TalkingProgram) async -> Bool {
        await eventually {
            program.type("list")
            return program.lines.contains(line)
        }
    }

    @Test func aFileIsSentAndFetched() async throws {
        folder.write("photo.png", content)
        let (laptop, phone) = (try await start("laptop"), try await start("phone"))
        laptop.type("put \(folder.path("photo.png"))", "wait")
        #expect(await laptop.prints("1 ↑ photo.png: 5000000 bytes"))
        #expect(await laptop.prints("1 ↑ photo.png: done"), "\(laptop.lines)")
        #expect(laptop.lines.contains("1 ↑ photo.png: 100 %"))
        let line = "+ photo.png, 5000000 bytes, from laptop, in the cloud"
        #expect(await phone.prints(line), "\(phone.lines)")
        phone.type("get photo.png \(folder.path("copy.png"))", "wait")
        #expect(await phone.prints("1 ↓ photo.png: done"), "\(phone.lines)")
        #expect(isWhole("copy.png"))
        // A file whose name is taken gets another name.
        folder.write("photo.png", "another".utf8)
        phone.type("put \(folder.path("photo.png"))")
        #expect(await laptop.prints("+ photo-2.png, 7 bytes, from phone, in the cloud"))
        laptop.type("drop photo.png")
        #expect(await lists("  photo.png, 5000000 bytes, from laptop, in the cloud", laptop))
        laptop.type("delete photo-2.png", "get photo-2.png /dev/null")
        let refusal = await eventually {
            laptop.lines.contains { $0.hasPrefix("get photo-2.png: There is no document") }
        }
        #expect(refusal, "\(laptop.lines)")
        #expect(await lists("files: 1", phone), "\(phone.lines)")
        laptop.type("quit")
        #expect(await laptop.ends())
        #expect(laptop.lines.last == "ended with 0")
    }

    @Test func aTransferIsPausedResumedAndCancelled() async throws {
        folder.write("film", content)
        let laptop = try await start("laptop")
        var cloud = try lock("clouds/local")
        laptop.type("put \(folder.path("film"))", "pause 1", "pause 7", "nonsense")
        #expect(await laptop.prints("1 ↑ film: paused"), "\(laptop.lines)")
        #expect(await laptop.prints("pause 7: There is no transfer 7, but 1."))
        cloud.unlock()
        #expect(await lists("files: 0", laptop))
        #expect(!laptop.lines.contains("1 ↑ film: 100 %"))
        laptop.type("resume 1")
        #expect(await laptop.prints("1 ↑ film: done"), "\(laptop.lines)")
        folder.write("film", content.reversed())
        cloud = try lock("clouds/local")
        laptop.type("put \(folder.path("film"))", "cancel 2")
        #expect(await laptop.prints("2 ↑ film-2: cancelled"), "\(laptop.lines)")
        cloud.unlock()
        laptop.type("wait", "list", "quit")
        #expect(await laptop.ends())
        #expect(laptop.lines.contains("files: 1"), "\(laptop.lines)")
    }

    /// The next upload sends the rest of the contents, and others see the file when it is complete.
    @Test func uploadCanBeCompletedAfterItsProgramWasKilled() async throws {
        folder.write("film", content)
        let laptop = try await start("laptop")
        let cloud = try lock("clouds/local")
        laptop.type("put \(folder.path("film"))")
        #expect(await laptop.prints("1 ↑ film: 0 %"), "\(laptop.lines)")
        laptop.send(SIGKILL)
        #expect(await laptop.ends())
        cloud.unlock()
        let again = try TalkingProgram.run(
            "club", in: folder, device: "laptop", "put \(folder.path("film"))", "wait", "quit")
        #expect(again.contains { $0.hasSuffix("film: done") || $0.hasSuffix("film-2: done") })
        let phone = try await start("phone")
        #expect(await eventually { phone.lines.contains { $0.contains("film") } })
        let name = again.contains { $0.hasSuffix("film-2: done") } ? "film-2" : "film"
        phone.type("get \(name) \(folder.path("copy"))", "wait")
        #expect(await phone.prints("1 ↓ \(name): done"), "\(phone.lines)")
        #expect(isWhole("copy"))
    }
}
