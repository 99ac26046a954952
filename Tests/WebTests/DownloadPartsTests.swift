import Glibc
import ScratchFolder
import Synchronization
import TestSupport
import Testing
import WebPages

/// Interrupted downloads from a server on this machine.
@Suite(.ownThread, .brokenPipes)
struct DownloadPartsTests {
    private let folder = ScratchFolder()

    /// Serves a content, and closes the connection after some bytes.
    private final class Site: Sendable {
        struct State {
            var etag = "\"one\""
            var content = [UInt8]("0123456789".utf8)
            /// The number of bytes that are sent; `nil` for all.
            var cut: Int?
            var fields: [String: String] = [:]
            var heads: [String] = []
            /// Whether the server answers requests for ranges.
            var hasRanges = true
            /// The wrong place at which a requested range starts.
            var wrongStart: Int?
        }

        private final class Box: Sendable { let state = Mutex(State()) }
        private let box = Box()
        let server: WebServer

        var heads: [String] { box.state.withLock { $0.heads } }
        func change(_ body: (inout State) -> Void) { box.state.withLock { body(&$0) } }

        init() throws {
            server = try WebServer { [box] request, connection in
                let state = box.state.withLock { state in
                    state.heads.append(request.head)
                    return state
                }
                func field(_ name: String) -> String? {
                    request.head.split(whereSeparator: \.isNewline).first {
                        $0.lowercased().hasPrefix(name + ": ")
                    }.map { String($0.dropFirst(name.count + 2)) }
                }
                let count = state.content.count
                var (status, start) = (200, 0)
                var fields = state.fields
                if !state.etag.isEmpty { fields["ETag"] = state.etag }
                let wanted = field("range").flatMap {
                    Int($0.dropFirst("bytes=".count).prefix { $0 != "-" })
                }
                if state.hasRanges, let wanted, field("if-range") == state.etag {
                    start = state.wrongStart ?? wanted
                    status = wanted < count ? 206 : 416
                    fields["Content-Range"] =
                        status == 206 ? "bytes \(start)-\(count - 1)/\(count)" : "bytes */\(count)"
                }
                let rest = status == 416 ? [] : Array(state.content[start...])
                fields["Content-Length"] = "\(rest.count)"
                fields["Connection"] = "close"
                connection.send(
                    "HTTP/1.1 \(status) Some\r\n"
                        + fields.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n")
                connection.send(state.cut.map { Array(rest.prefix($0)) } ?? rest)
            }
        }
    }

    private func fetch(
        _ site: Site, extent: WebFetcher.Extent = .beginning(1 << 22), least: Int = 4
    ) async throws -> WebAnswer {
        let parts = DownloadParts(folder: folder.path("downloads"), least: least)
        return try await WebFetcher(parts: parts).fetch(
            WebTarget(site.server.url("/file.pdf")), extent, seconds: 20)
    }

    private func fails(_ site: Site) async {
        await #expect(throws: WebFailure.self) { try await fetch(site) }
    }

    private var kept: [String] {
        get throws {
            let listing = try Command("ls", [folder.path("downloads")]).run().output
            return listing.split(separator: "\n").map(String.init)
        }
    }

    @Test func interruptedDownloadContinuesWhereItStopped() async throws {
        let site = try Site()
        site.change { $0.cut = 6 }
        await fails(site)
        #expect(try kept.count == 1)
        site.change { $0.cut = 1 }
        await fails(site)
        site.change { $0.cut = nil }
        let answer = try await fetch(site)
        #expect(answer.status == 200)
        #expect(answer.body == Array("0123456789".utf8))
        #expect(try kept.isEmpty)
        let ranges = site.heads.map { head in
            head.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("range:") }
                .map(String.init)
        }
        #expect(ranges == [nil, "Range: bytes=6-", "Range: bytes=7-"])
        #expect(site.heads[1].contains("If-Range: \"one\""))
        // The download is complete, so the next one starts from the beginning.
        #expect(try await fetch(site).body.count == 10)
        #expect(site.heads.last?.lowercased().contains("range") == false)
    }

    @Test func changedFileIsDownloadedCompletely() async throws {
        let site = try Site()
        site.change { $0.cut = 6 }
        await fails(site)
        site.change { state in
            (state.cut, state.etag, state.content) = (nil, "\"two\"", Array("abcdefghijkl".utf8))
        }
        #expect(try await fetch(site).body == Array("abcdefghijkl".utf8))
        #expect(try kept.isEmpty)
    }

    /// The new download may be interrupted, too, and continues with the new content.
    @Test func interruptedDownloadOfAChangedFileContinues() async throws {
        let site = try Site()
        site.change { $0.cut = 6 }
        await fails(site)
        site.change { state in
            (state.cut, state.etag, state.content) = (5, "\"two\"", Array("abcdefghijkl".utf8))
        }
        await fails(site)
        site.change { $0.cut = nil }
        #expect(try await fetch(site).body == Array("abcdefghijkl".utf8))
        #expect(site.heads.last?.contains("bytes=5-") == true)
    }

    @Test func serverWithoutRangesSendsTheWholeFile() async throws {
        let site = try Site()
        site.change { state in (state.cut, state.hasRanges) = (6, false) }
        await fails(site)
        site.change { $0.cut = nil }
        #expect(try await fetch(site).body == Array("0123456789".utf8))
    }

    @Test func wrongRangeIsNotAppended() async throws {
        let site = try Site()
        site.change { $0.cut = 6 }
        await fails(site)
        site.change { state in (state.cut, state.wrongStart) = (nil, 2) }
        #expect(try await fetch(site).body == Array("0123456789".utf8))
        #expect(site.heads.count == 3)
    }

    /// The program was killed after the last byte, and before it noted the end.
    @Test func completePartIsDownloadedAgain() async throws {
        let site = try Site()
        site.change { $0.cut = 6 }
        await fails(site)
        let path = folder.path("downloads/" + (try #require(try kept.first)))
        _ = try Command("sh", ["-c", "printf 6789 >> '\(path)'"]).run()
        site.change { $0.cut = nil }
        #expect(try await fetch(site).body == Array("0123456789".utf8))
        #expect(site.heads.count == 3)
        #expect(try kept.isEmpty)
    }

    @Test(arguments: [
        ["ETag": "W/\"weak\""], ["ETag": ""], ["Content-Encoding": "x-own"],
        ["Accept-Ranges": "none"],
    ])
    func downloadThatCannotContinueIsNotKept(_ fields: [String: String]) async throws {
        let site = try Site()
        site.change { state in
            state.cut = 6
            if fields["ETag"] != nil { state.etag = "" }
            state.fields = fields.filter { !$0.value.isEmpty }
        }
        await fails(site)
        #expect(try kept.isEmpty)
    }

    @Test func shortDownloadIsNotKept() async throws {
        let site = try Site()
        site.change { $0.cut = 3 }
        await fails(site)
        #expect(try kept.isEmpty)
    }

    @Test func damagedPartIsNotContinued() async throws {
        let site = try Site()
        site.change { $0.cut = 6 }
        await fails(site)
        let path = folder.path("downloads/" + (try #require(try kept.first)))
        for text in ["", "\n\n\n", "https://b.example/\n\"one\"\n012345", "\u{FF}"] {
            folder.write("other", text.utf8)
            _ = try Command("cp", [folder.path("other"), path]).run()
            site.change { $0.cut = nil }
            #expect(try await fetch(site).body == Array("0123456789".utf8), "\(text)")
            #expect(site.heads.last?.lowercased().contains("range") == false)
        }
    }

    @Test func oldPartIsRemoved() async throws {
        let site = try Site()
        site.change { $0.cut = 6 }
        await fails(site)
        let path = folder.path("downloads/" + (try #require(try kept.first)))
        _ = try Command("touch", ["-d", "8 days ago", path]).run()
        let other = try Site()
        _ = try await fetch(other)
        #expect(try kept.isEmpty)
    }
}
