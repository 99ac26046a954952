import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import Glibc
import ScratchFolder
import SeededRandom
import Testing

/// The devices of a person who keeps documents, and a clock for leases that a test moves.
final class DocumentWorld {
    var desks: [Desk]
    /// Every content that was ever saved.
    private(set) var contents: [ChunkName: [UInt8]] = [:]

    init(_ devices: String...) throws {
        let first = try Desk(devices[0])
        desks = try [first] + devices.dropFirst().map { try first.other($0) }
    }

    /// Saves a page of a bookmark; returns the id of the document.
    ///
    /// - Parameter length: the length that its descriptor claims, so that a few bytes can stand for
    ///   many.
    @discardableResult
    func save(
        _ content: [UInt8], of bookmark: String, on desk: Desk, saying length: Int? = nil,
        title: String = "Page"
    ) throws -> String {
        let page = SavedPage(
            title: title, mediaType: "text/html", url: "https://a.example/", content: content)
        var item = try desk.home.item(page, ofBookmark: bookmark)
        item.draft.length = length ?? item.draft.length
        contents[item.draft.content] = content
        return try desk.controller.documents.keep([item])[0]
    }

    /// Exchanges everything on each device, as often as needed.
    func exchangeAll() async throws {
        for _ in 0..<3 {
            for desk in desks { try await exchange(desk) }
        }
    }

    func exchange(_ desk: Desk) async throws {
        try await desk.sync()
        try await desk.home.exchangeDocuments()
    }

    /// Ages the leases of all chunks by some days.
    func pass(days: Double) {
        let root = desks[0].folder.path("home")
        for file in Self.files(in: root) where ChunkName(String(file.suffix(64))) != nil {
            var status = stat()
            guard stat(file, &status) == 0 else { continue }
            let moment = timespec(tv_sec: status.st_mtim.tv_sec - Int(days * 86_400), tv_nsec: 0)
            utimensat(AT_FDCWD, file, [moment, moment], 0)
        }
    }

    /// The number of chunks in the cloud.
    var chunksInCloud: Int {
        Self.files(in: desks[0].folder.path("home/clouds")).count {
            ChunkName(String($0.suffix(64))) != nil
        }
    }

    private static func files(in folder: String) -> [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var files: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            let path = "\(folder)/\(name)"
            files += entry.pointee.d_type == UInt8(DT_DIR) ? Self.files(in: path) : [path]
        }
        return files
    }

    /// Checks that each device can read each version of each document, and has the current version
    /// of each.
    func check(_ comment: String) async throws {
        for desk in desks {
            for document in try desk.home.documents() {
                let shown = try desk.home.contents.content(document.head.content)
                #expect(
                    shown == contents[document.head.content],
                    "\(comment): the current version on \(desk.home.location.device)")
                for version in document.versions {
                    let content = try await desk.home.content(of: version)
                    #expect(
                        content == contents[version.content],
                        "\(comment): a version on \(desk.home.location.device)")
                }
            }
        }
    }
}
