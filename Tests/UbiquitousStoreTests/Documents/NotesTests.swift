import DeviceStore
import Foundation
import ScratchFolder
import TestSupport
import Testing

/// The example that follows a tutorial about documents, in two processes.
@Suite(.ownThread, .timeLimit(.minutes(10)))
struct NotesTests {
    let folder = ScratchFolder()

    private func run(_ device: String, _ lines: String...) throws -> [String] {
        try TalkingProgram.run(
            "notes", in: folder, device: device, lines.joined(separator: "\n"))
    }

    private func start(_ device: String) async throws -> TalkingProgram {
        let program = try TalkingProgram("notes", in: folder, device: device)
        #expect(await eventually { program.lines.contains { $0.hasPrefix("notes: ") } })
        return program
    }

    @Test func aNoteIsWrittenOnOneDeviceAndReadOnTheOther() async throws {
        let (laptop, phone) = (try await start("laptop"), try await start("phone"))
        laptop.type("new shopping", "add milk")
        #expect(await laptop.prints("created shopping"))
        #expect(await eventually { phone.lines.contains { $0.hasPrefix("+ shopping") } })
        phone.type("open shopping")
        #expect(await phone.prints("| milk"), "\(phone.lines)")
        // Both programs have the note open, and each shows what the other wrote.
        phone.type("add bread")
        #expect(await laptop.prints("| bread"), "\(laptop.lines)")
        let seen = laptop.lines.count
        phone.type("undo", "show")
        #expect(await phone.prints("shopping: lines 1"))
        // Until the laptop has that, an edit there would be a conflict.
        #expect(await laptop.prints("shopping: lines 1", after: seen), "\(laptop.lines)")
        let count = phone.lines.count
        laptop.type("add eggs")
        #expect(await phone.prints("| eggs", after: count), "\(phone.lines)")
        for program in [laptop, phone] {
            program.type("quit")
            #expect(await program.ends())
            #expect(program.lines.last == "ended with 0")
        }
        #expect(try run("laptop", "open shopping").contains("| eggs"))
    }

    /// Two devices edit a note while one is offline.
    @Test func aConflictIsShownAndSettled() async throws {
        let made = try run("laptop", "new plan", "add one", "quit")
        #expect(made.contains("created plan"), "\(made)")
        let phone = try await start("phone")
        #expect(await eventually { phone.lines.contains { $0.contains("plan") } })
        phone.type("open plan")
        #expect(await phone.prints("| one"))
        let laptop = try await start("laptop")
        laptop.type("open plan")
        #expect(await laptop.prints("plan: lines 1"))
        // The phone goes offline, and both devices change the note.
        let device = try DeviceStore(
            HomeLocation(
                home: folder.path("home"), device: "phone", environment: [:], hostName: ""
            ).store(container: "org.example.notes"))
        try device.setOffline(true)
        phone.type("add from the phone", "save")
        #expect(await phone.prints("saved"))
        laptop.type("add from the laptop", "save")
        #expect(await laptop.prints("saved"))
        try device.setOffline(false)
        #expect(
            await phone.prints("in conflict: versions, then resolve N"), "\(phone.lines)")
        #expect(
            await laptop.prints("in conflict: versions, then resolve N"), "\(laptop.lines)")
        phone.type("versions")
        let rival = await eventually {
            phone.lines.contains { $0.hasPrefix("version ") && $0.hasSuffix("in conflict") }
        }
        #expect(rival, "\(phone.lines)")
        let line = try #require(phone.lines.first { $0.hasSuffix("bytes, in conflict") })
        let words = line.split(separator: " ")
        phone.type("resolve \(words[1])")
        #expect(await phone.prints("resolved"))
        #expect(await laptop.prints("all is well"), "\(laptop.lines)")
        phone.type("quit")
        #expect(await phone.ends())
        let count = laptop.lines.count
        laptop.type("show", "versions")
        #expect(await laptop.prints("plan: lines 2", after: count))
        #expect(laptop.lines.dropFirst(count).contains("| from the \(words[3].dropLast())"))
        #expect(!laptop.lines.dropFirst(count).contains { $0.hasSuffix("in conflict") })
    }

    @Test func versionIsRestoredAndNoteIsDeleted() throws {
        let lines = try run(
            "desk", "new a", "add one", "save", "add two", "save", "versions", "show-version 2",
            "restore 2", "show", "delete a", "list", "open a", "nonsense", "show-version 7",
            "new b", "restore 9", "new b", "nonsense")
        #expect(lines.contains("version 1 from desk, 8 bytes, shows"), "\(lines)")
        #expect(lines.contains("version 3 from desk, 0 bytes, former"))
        #expect(lines.contains("one"))
        #expect(lines.contains("a: lines 1"))
        #expect(lines.contains { $0.hasPrefix("There is no document “a.note”.") })
        #expect(lines.contains { $0.hasPrefix("There is a document “b.note” already.") })
        #expect(lines.contains("no note is open: open NAME, or help"))
        #expect(lines.count { $0 == "no version 9: versions" } == 1)
    }

    /// Lines that the program acknowledged are saved, even if it is killed.
    @Test func killedProgramLosesNoAcknowledgedSave() async throws {
        #expect(try run("desk", "new n", "quit").contains("created n"))
        var known = 0
        for round in 1...6 {
            let program = try await start("desk")
            program.type("open n")
            #expect(await program.prints("n: lines \(known)"), "\(program.lines)")
            // These are as many lines as the pipe can hold, so that typing does not wait for the
            // program.
            for number in known + 1...known + 400 { program.type("add \(number)", "save") }
            func saved() -> Int { program.lines.count { $0 == "saved" } }
            #expect(await eventually { saved() >= round * 5 })
            program.send(SIGKILL)
            #expect(await program.ends())
            let acknowledged = known + saved()
            let lines = try run("desk", "open n").filter { $0.hasPrefix("| ") }
            #expect(lines.count >= acknowledged)
            #expect(lines == (1...lines.count).map { "| \($0)" })
            known = lines.count
        }
    }
}
