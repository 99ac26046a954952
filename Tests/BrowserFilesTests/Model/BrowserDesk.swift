import BookmarkLibrary
import Bookmarks
import BrowserFiles
import DeviceStore
import KeyValueStore
import ScratchFolder
import Testing

/// A device with whose bookmarks browsers sync. Everything is real, in a scratch folder, except the
/// clock and the network.
final class BrowserDesk {
    let scratch = ScratchFolder()
    let home: Home
    let mirror: HomeMirror
    let controller: BookmarksController
    var folder: BrowserFolder
    /// Wraps the library, for tests with a wrong one.
    var wrap: (HomeBrowserLibrary) -> any BrowserLibrary = { $0 }
    /// Milliseconds since 1970.
    var now: Int64 = 1_800_000_000_000

    init() throws {
        home = try Home(
            HomeLocation(
                home: scratch.path("home"), device: "desk", environment: [:], hostName: ""
            ).inUsedAccount())
        mirror = try home.openMirror()
        controller = home.makeController(mirror: mirror)
        folder = BrowserFolder(prefix: "/dav", plain: try home.openPlainFiles())
    }

    var library: any BrowserLibrary { wrap(HomeBrowserLibrary(home, controller)) }

    @discardableResult
    func send(_ request: BrowserRequest) throws -> BrowserAnswer {
        try folder.answer(request, now: now, library: library)
    }

    @discardableResult
    func send(
        _ method: String, _ name: String, by credential: String = "one", canWrite: Bool = true,
        _ body: String = "", depth: String? = nil, to destination: String? = nil,
        overwrite: String? = nil
    ) throws -> BrowserAnswer {
        try send(
            BrowserRequest(
                method, "/dav/\(name)", credential: credential, canWrite: canWrite,
                body: Array(body.utf8), depth: depth,
                destination: destination.map { "http://127.0.0.1:8080/dav/\($0)" },
                overwrite: overwrite))
    }

    /// The file as a browser gets it.
    func file(_ name: String = "bookmarks.xbel", by credential: String = "one") throws -> XBELFile {
        let answer = try send("GET", name, by: credential)
        try #require(answer.status == 200)
        return try XBELFile(reading: answer.body)
    }

    /// Uploads a file as floccus does, first under a temporary name.
    @discardableResult
    func upload(
        _ file: XBELFile, as name: String = "bookmarks.xbel", by credential: String = "one"
    ) throws -> Int {
        try send(
            BrowserRequest(
                "PUT", "/dav/\(name).temp", credential: credential, body: file.bytes))
        return try send("MOVE", "\(name).temp", by: credential, to: name).status
    }

    /// Reads the file under a lock, changes it, and uploads it.
    func edit(
        by credential: String = "one", meanwhile: () throws -> Void = {},
        _ body: (inout XBELFile) -> Void
    ) throws {
        try send("GET", "bookmarks.xbel.lock", by: credential)
        try send("PUT", "bookmarks.xbel.lock", by: credential)
        var file = try file(by: credential)
        body(&file)
        try meanwhile()
        #expect(try upload(file, by: credential) == 204)
        try send("DELETE", "bookmarks.xbel.lock", by: credential)
    }

    @discardableResult
    func add(
        _ name: String, _ url: String, folder: String = "", tags: [String] = [], notes: String = ""
    ) throws -> String {
        try controller.add(
            BookmarkDraft(name: name, url: url, tags: tags, notes: notes, folder: folder),
            evenIfThere: true)
    }

    func change(_ id: String, _ body: (inout BookmarkDraft) -> Void) throws {
        _ = try controller.edit([id], evenIfThere: true, by: body)
    }

    func bookmark(_ id: String) throws -> Bookmark? {
        try controller.isLive(id: id) ? controller.bookmark(id: id) : nil
    }

    var bookmarks: [Bookmark] {
        get throws {
            var all: [Bookmark] = []
            try home.catalog.forEachBookmark { all.append($0) }
            return all.sorted { $0.id < $1.id }
        }
    }
}

extension XBELFile {
    /// The number of the entry with this title.
    func number(_ title: String) -> Int { entries.first { $0.title == title }?.number ?? 0 }

    func entry(_ title: String) -> Entry? { entries.first { $0.title == title } }

    mutating func change(_ title: String, _ body: (inout Entry) -> Void) {
        guard let index = entries.firstIndex(where: { $0.title == title }) else { return }
        body(&entries[index])
    }

    /// Removes an entry and everything in it.
    mutating func remove(_ title: String) {
        var gone: Set<Int> = [number(title)]
        entries.removeAll { entry in
            if gone.contains(entry.parent) { gone.insert(entry.number) }
            return gone.contains(entry.number)
        }
    }

    /// Adds an entry at the end of its folder, with the next number.
    @discardableResult
    mutating func add(_ title: String, _ url: String? = nil, in folder: Int = 0) -> Int {
        highest = (highest ?? 0) + 1
        let number = highest ?? 0
        entries.append(Entry(number: number, parent: folder, title: title, url: url))
        sort()
        return number
    }

    /// Moves each folder before its contents.
    mutating func sort() {
        var children: [Int: [Entry]] = [:]
        for entry in entries { children[entry.parent, default: []].append(entry) }
        var sorted: [Entry] = []
        func add(_ folder: Int) {
            for entry in children[folder] ?? [] {
                sorted.append(entry)
                if entry.url == nil { add(entry.number) }
            }
        }
        add(0)
        entries = sorted
    }

    /// The tree as a person sees it, a line for each entry.
    var outline: [String] {
        var depths = [0: 0]
        return entries.map { entry in
            let depth = depths[entry.parent] ?? 0
            if entry.url == nil { depths[entry.number] = depth + 1 }
            return String(repeating: "  ", count: depth) + entry.title
                + (entry.url.map { " <\($0)>" } ?? "/")
        }
    }
}
