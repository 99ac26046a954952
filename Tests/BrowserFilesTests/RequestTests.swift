import Bookmarks
import BrowserFiles
import TestSupport
import Testing

/// The requests of browsers, in the order in which they send them.
@Suite(.ownThread)
struct RequestTests {
    private let desk: BrowserDesk

    init() throws {
        desk = try BrowserDesk()
        try desk.add("a", "https://a.example/")
    }

    private let lock = "bookmarks.xbel.lock"
    private let file = "bookmarks.xbel"
    private let draft = "bookmarks.xbel.temp"

    private func size(_ name: String, by credential: String = "one") throws -> Int? {
        let answer = try desk.send("PROPFIND", name, by: credential, depth: "0")
        guard answer.status == 207 else { return nil }
        let text = String(decoding: answer.body, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.contains("getcontentlength>") }
        return (line?.split(separator: ">").dropFirst().first?.prefix { $0.isNumber })
            .flatMap { Int($0) }
    }

    @Test func connectionTestAtSetupSucceeds() throws {
        let answer = try desk.send("PROPFIND", "", depth: "0")
        #expect(answer.status == 207)
        #expect(answer.headers["Cache-Control"] == "no-store")
    }

    @Test func syncWithoutAChangeSucceeds() throws {
        #expect(try desk.send("GET", lock).status == 404)
        #expect(try desk.send("PUT", lock, "<html>").status == 201)
        let text = try desk.send("GET", file)
        #expect(text.status == 200)
        #expect(try size(file) == text.body.count)
        #expect(try desk.send("DELETE", lock).status == 204)
        #expect(try desk.send("GET", lock).status == 404)
    }

    @Test func syncWithAChangeAddsTheBookmark() throws {
        try desk.send("GET", lock)
        try desk.send("PUT", lock)
        var changed = try desk.file()
        changed.add("b", "https://b.example/")
        let body = String(decoding: changed.bytes, as: UTF8.self)
        #expect(try desk.send("PUT", draft, body).status == 201)
        #expect(try desk.bookmarks.count == 1)
        #expect(try size(draft) == changed.bytes.count)
        #expect(try desk.send("MOVE", draft, to: file, overwrite: "T").status == 204)
        #expect(try desk.bookmarks.count == 2)
        #expect(try size(file) == changed.bytes.count)
        #expect(try desk.send("GET", draft).status == 404)
        #expect(try desk.send("DELETE", lock).status == 204)
    }

    @Test func textStaysTheSameWhileTheLockIsHeld() throws {
        try desk.send("PUT", lock)
        let first = try desk.send("GET", file).body
        try desk.add("b", "https://b.example/")
        for _ in 0..<5 {
            desk.now += 120_000
            try desk.send("PUT", lock)
        }
        #expect(try desk.send("GET", file).body == first)
        #expect(try size(file) == first.count)
        try desk.send("DELETE", lock)
        #expect(try desk.send("GET", file).body != first)
    }

    @Test func textStaysTheSameForAMinuteWithoutALock() throws {
        let first = try desk.send("GET", file).body
        try desk.add("b", "https://b.example/")
        desk.now += BrowserFolder.frozenDuration - 1
        #expect(try size(file) == first.count)
        desk.now += 1
        #expect(try size(file) != first.count)
    }

    @Test func modificationDateStaysWithTheText() throws {
        let date = try desk.send("GET", file).headers["Last-Modified"]
        desk.now += 10 * BrowserFolder.frozenDuration
        for _ in 0..<2 {
            #expect(try desk.send("GET", file).headers["Last-Modified"] == date)
        }
    }

    @Test func uploadIsServedUnchangedUntilTheLockIsReleased() throws {
        try desk.send("PUT", lock)
        var changed = try desk.file()
        changed.entries[0].url = "https://A.example"
        try desk.upload(changed)
        try desk.add("b", "https://b.example/")
        desk.now += 4 * 60_000
        #expect(try desk.send("GET", file).body == changed.bytes)
        try desk.send("DELETE", lock)
        #expect(try desk.file().entries.count == 2)
    }

    // MARK: An existing lock

    @Test func lockExcludesOtherBrowsers() throws {
        try desk.send("PUT", lock, by: "one")
        let found = try desk.send("GET", lock, by: "two")
        #expect(found.status == 200)
        #expect(found.headers["Last-Modified"] == "Fri, 15 Jan 2027 08:00:00 GMT")
        #expect(try desk.send("PUT", lock, by: "two").status == 423)
        #expect(try desk.send("DELETE", lock, by: "two").status == 204)
        #expect(try desk.send("GET", lock, by: "two").status == 200)
    }

    @Test func lockEndsAfterFiveMinutes() throws {
        try desk.send("PUT", lock, by: "one")
        desk.now += BrowserFolder.lockDuration - 1
        #expect(try desk.send("PUT", lock, by: "two").status == 423)
        desk.now += 1
        #expect(try desk.send("GET", lock, by: "two").status == 404)
        #expect(try desk.send("PUT", lock, by: "two").status == 201)
        #expect(try desk.send("PUT", lock, by: "one").status == 423)
    }

    @Test func stoppedBrowserCanLockAgain() throws {
        try desk.send("PUT", lock)
        let old = try desk.send("GET", file).body
        try desk.add("b", "https://b.example/")
        #expect(try desk.send("GET", lock).status == 404)
        #expect(try desk.send("PUT", lock).status == 201)
        #expect(try desk.send("GET", file).body != old)
    }

    @Test func uploadAfterALostLockIsMergedAgainstItsOwnText() throws {
        let id = try desk.add("b", "https://b.example/")
        try desk.send("PUT", lock, by: "one")
        var late = try desk.file(by: "one")
        desk.now += BrowserFolder.lockDuration
        try desk.edit(by: "two") { file in
            file.add("c", "https://c.example/")
            file.change("a") { $0.title = "changed" }
        }
        late.remove("b")
        #expect(try desk.upload(late, by: "one") == 204)
        #expect(try desk.bookmark(id) == nil)
        #expect(try desk.bookmarks.map(\.name).sorted() == ["c", "changed"])
    }

    @Test func crossingUploadsOfTwoClientsAreBothMerged() throws {
        var (one, two) = (try desk.file(by: "one"), try desk.file(by: "two"))
        one.add("of one", "https://one.example/")
        two.add("of two", "https://two.example/")
        #expect(try desk.upload(one, by: "one") == 204)
        #expect(try desk.upload(two, by: "two") == 204)
        #expect(try desk.bookmarks.map(\.name).sorted() == ["a", "of one", "of two"])
    }

    // MARK: Failures

    @Test func deletingTheFileDeletesNoBookmark() throws {
        try desk.send("PUT", lock)
        var changed = try desk.file()
        changed.add("b", "https://b.example/")
        try desk.send("PUT", draft, String(decoding: changed.bytes, as: UTF8.self))
        #expect(try desk.send("DELETE", file).status == 204)
        #expect(try desk.bookmarks.count == 1)
        #expect(try desk.send("GET", file).status == 404)
        #expect(try desk.send("GET", file, by: "two").status == 200)
        #expect(try desk.send("MOVE", draft, to: file).status == 201)
        #expect(try desk.send("GET", file).body == changed.bytes)
        #expect(try desk.bookmarks.count == 2)
    }

    @Test func deletedFileComesBackWithoutAnUpload() throws {
        try desk.send("DELETE", file)
        desk.now += BrowserFolder.frozenDuration
        #expect(try desk.send("GET", file).status == 200)
    }

    @Test func truncatedUploadChangesNoBookmarks() throws {
        for number in 0..<200 { try desk.add("\(number)", "https://\(number).example/") }
        let before = try desk.bookmarks
        try desk.send("PUT", lock)
        var changed = try desk.file()
        changed.entries.removeLast(30)
        changed.add("b", "https://b.example/")
        let bytes = changed.bytes
        #expect(bytes.count > 10_000)
        for end in stride(from: 0, to: bytes.count, by: 1024) {
            let part = String(decoding: bytes[..<end], as: UTF8.self)
            #expect(try desk.send("PUT", draft, part).status < 300)
            #expect(try size(draft) == end)
            #expect(try desk.send("MOVE", draft, to: file).status == 400)
            #expect(try desk.send("PUT", file, part).status == 400)
        }
        #expect(try desk.bookmarks == before)
        #expect(try desk.upload(changed) == 204)
        #expect(try desk.bookmarks.count == 172)
    }

    @Test func repeatedUploadIsMergedOnce() throws {
        try desk.send("PUT", lock)
        var changed = try desk.file()
        changed.add("b", "https://b.example/")
        changed.change("a") { $0.title = "renamed" }
        try desk.upload(changed)
        let id = try #require(try desk.bookmarks.first { $0.name == "renamed" }?.id)
        try desk.change(id) { $0.name = "renamed again" }
        for _ in 0..<2 { #expect(try desk.upload(changed) == 204) }
        #expect(try desk.bookmarks.map(\.name).sorted() == ["b", "renamed again"])
    }

    @Test func encryptedUploadIsRefused() throws {
        let answer = try desk.send("PUT", file, "{\"ciphertext\":\"AAAA\",\"salt\":\"00\"}")
        #expect(answer.status == 400)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("passphrase"))
        #expect(try desk.bookmarks.count == 1)
    }

    @Test func readOnlyTokenCanReadButNotWrite() throws {
        for method in ["GET", "PUT", "DELETE"] {
            #expect(try desk.send(method, lock, canWrite: false).status != 403)
        }
        #expect(try desk.send("GET", file, canWrite: false).status == 200)
        #expect(try desk.send("PROPFIND", file, canWrite: false).status == 207)
        for (method, name) in [
            ("PUT", draft), ("PUT", file), ("DELETE", file), ("MOVE", draft), ("PUT", "x"),
            ("MKCOL", "y"), ("DELETE", "x"),
        ] {
            let answer = try desk.send(method, name, canWrite: false, to: file)
            #expect(answer.status == 403, "\(method) \(name)")
        }
    }

    @Test func uploadWithoutATemporaryNameIsMerged() throws {
        try desk.send("GET", lock)
        try desk.send("PUT", lock)
        var changed = try desk.file()
        changed.add("b", "https://b.example/")
        let body = String(decoding: changed.bytes, as: UTF8.self)
        #expect(try desk.send("PUT", file, body).status == 204)
        #expect(try desk.send("DELETE", lock).status == 204)
        #expect(try desk.bookmarks.count == 2)
    }

    @Test func emptyLibraryIsServedAsAnEmptyFile() throws {
        try desk.controller.delete(ids: desk.bookmarks.map(\.id))
        #expect(try desk.file().entries.isEmpty)
        #expect(try desk.send("GET", "other.xbel").status == 404)
    }

    @Test func fileOfEightThousandEntriesIsMerged() throws {
        var large = XBELFile(highest: 0)
        let filler = String(repeating: "x", count: 150)
        for folder in 0..<200 {
            let number = large.add("folder \(folder)")
            for entry in 0..<39 {
                large.highest = (large.highest ?? 0) + 1
                large.entries.append(
                    .init(
                        number: large.highest ?? 0, parent: number, title: "\(folder) \(entry)",
                        url: "https://\(folder).example/\(entry)?\(filler)"))
            }
        }
        large.sort()
        #expect(large.entries.count == 8000 && large.bytes.count > 1_800_000)
        #expect(try desk.upload(large) == 204)
        desk.now += BrowserFolder.frozenDuration
        let file = try desk.file()
        #expect(file.entries.count == 8001)
        #expect(file.entries.filter { $0.title != "a" } == large.entries)
    }

    /// A browser that finds no file forgets its last sync, and restores deleted bookmarks.
    @Test func emptiedFileIsServedAsAnEmptyOne() throws {
        let id = try desk.add("w", "https://w.example/", folder: "work")
        #expect(try desk.file("work.xbel").entries.count == 1)
        try desk.controller.delete(ids: [id])
        desk.now += BrowserFolder.frozenDuration
        #expect(try desk.file("work.xbel").entries.isEmpty)
        #expect(try desk.send("GET", "other.xbel").status == 404)
    }

    /// A name in capitals is not one of a file of bookmarks, and neither is its lock.
    @Test func fileInCapitalsIsAPlainOne() throws {
        #expect(try desk.send("GET", "Bookmarks.XBEL").status == 404)
        #expect(try desk.send("PUT", "Bookmarks.XBEL", "<xbel/>").status == 201)
        #expect(try desk.bookmarks.count == 1)
    }

    /// Each name is kept with its texts, so a token could fill the disk.
    @Test func tooManyFilesAreRefused() throws {
        try desk.add("w", "https://w.example/", folder: "work")
        var answers: [Int] = []
        for number in 0..<80 {
            // The folder is the same for all these names.
            let name = "work" + String(repeating: "%20", count: number) + ".xbel"
            answers.append(try desk.send("GET", name).status)
            desk.now += BrowserFolder.frozenDuration
        }
        #expect(answers.first == 200 && answers.last == 507, "\(answers)")
        #expect(try desk.file("bookmarks.xbel").entries.isEmpty == false)
    }
}
