import BookmarkLibrary
import BrowserFiles
import Testing

/// Plain files beside the bookmarks, as SingleFile, rclone and litmus use them.
struct PlainFileTests {
    private let desk: BrowserDesk

    init() throws { desk = try BrowserDesk() }

    private func status(
        _ method: String, _ name: String, _ body: String = "", depth: String? = nil,
        to destination: String? = nil, overwrite: String? = nil
    ) throws -> Int {
        try desk.send(
            method, name, body, depth: depth, to: destination, overwrite: overwrite
        ).status
    }

    private func text(_ name: String) throws -> String? {
        let answer = try desk.send("GET", name)
        return answer.status == 200 ? String(decoding: answer.body, as: UTF8.self) : nil
    }

    @Test func optionsListTheSupportedMethods() throws {
        let answer = try desk.send("OPTIONS", "")
        #expect(answer.status == 200 && answer.headers["DAV"] == "1")
        #expect(answer.headers["Allow"]?.contains("PROPFIND") == true)
    }

    @Test func filesAreCreatedReplacedAndDeleted() throws {
        #expect(try status("HEAD", "page.html") == 404)
        #expect(try status("PUT", "page.html", "<p>one") == 201)
        #expect(try status("PUT", "page.html", "<p>two") == 204)
        #expect(try text("page.html") == "<p>two")
        let head = try desk.send("HEAD", "page.html")
        #expect(head.body.isEmpty && head.length == 6)
        #expect(try status("DELETE", "page.html") == 204)
        #expect(try status("DELETE", "page.html") == 404)
    }

    @Test func savedPageIsServedAsASandboxedDownload() throws {
        try desk.send("PUT", "page.html", "<script>")
        let headers = try desk.send("GET", "page.html").headers
        #expect(headers["Content-Type"] == "application/octet-stream")
        #expect(headers["Content-Disposition"] == "attachment")
        #expect(headers["X-Content-Type-Options"] == "nosniff")
        #expect(headers["Content-Security-Policy"] == "sandbox; default-src 'none'")
    }

    @Test func collectionsAreCreatedAndDeleted() throws {
        #expect(try status("PUT", "a/b", "x") == 409)
        #expect(try status("MKCOL", "a/b") == 409)
        #expect(try status("MKCOL", "a/", "body") == 415)
        #expect(try status("MKCOL", "a/") == 201)
        #expect(try status("MKCOL", "a") == 405)
        #expect(try status("PUT", "a", "x") == 405)
        #expect(try status("PUT", "a/b", "x") == 201)
        #expect(try status("MKCOL", "a/b") == 405)
        #expect(try status("DELETE", "a") == 204)
        #expect(try status("GET", "a/b") == 404)
    }

    @Test func filesAndCollectionsAreCopiedAndMoved() throws {
        for name in ["a", "b"] { try desk.send("PUT", name, name) }
        #expect(try status("COPY", "a", to: "c") == 201)
        #expect(try status("COPY", "a", to: "b", overwrite: "F") == 412)
        #expect(try status("COPY", "a", to: "b", overwrite: "T") == 204)
        #expect(try text("b") == "a")
        #expect(try status("COPY", "a", to: "none/c") == 409)
        #expect(try status("COPY", "none", to: "c") == 404)
        #expect(try status("MOVE", "a", to: "a") == 403)
        #expect(try status("MOVE", "a", to: "d") == 201)
        #expect(try status("GET", "a") == 404)
        #expect(try status("MKCOL", "coll/") == 201)
        try desk.send("PUT", "coll/in it", "x")
        #expect(try status("COPY", "coll/", to: "other/") == 201)
        #expect(try text("other/in%20it") == "x")
        #expect(try status("COPY", "coll/", depth: "0", to: "shallow/") == 201)
        #expect(try text("shallow/in%20it") == nil)
        #expect(try status("COPY", "coll", to: "coll/below") == 403)
        #expect(try status("MOVE", "coll/", to: "d", overwrite: "T") == 204)
        #expect(try text("d/in%20it") == "x")
    }

    @Test func propfindListsFilesAndRefusesInvalidXML() throws {
        try desk.add("a", "https://a.example/")
        try desk.send("MKCOL", "new folder/")
        try desk.send("PUT", "new%20folder/%C3%BC&<", "x")
        let top = String(decoding: try desk.send("PROPFIND", "").body, as: UTF8.self)
        #expect(top.contains("<D:href>/dav/</D:href>"))
        #expect(top.contains("<D:href>/dav/bookmarks.xbel</D:href>"))
        #expect(top.contains("<D:href>/dav/new%20folder/</D:href>"))
        let answer = try desk.send("PROPFIND", "new%20folder", depth: "1")
        let inner = String(decoding: answer.body, as: UTF8.self)
        #expect(inner.contains("<D:href>/dav/new%20folder/%C3%BC%26%3C</D:href>"))
        #expect(inner.contains("<D:getcontentlength>1</D:getcontentlength>"))
        #expect(try status("PROPFIND", "none") == 404)
        #expect(try status("PROPFIND", "", "<broken") == 400)
        let unbound = "<propfind xmlns=\"DAV:\"><prop><x:y/></prop></propfind>"
        #expect(try status("PROPFIND", "", unbound) == 400)
        let good = "<propfind xmlns=\"DAV:\"><allprop/></propfind>"
        #expect(try status("PROPFIND", "", good) == 207)
        let bomb = "<!DOCTYPE x [<!ENTITY a \"b\">]><x>&a;</x>"
        #expect(try status("PROPFIND", "", bomb) == 400)
    }

    @Test(arguments: [
        "../x", "%2e%2e/x", "a/../../x", "a%2fb", "%2e%2e%2f%2e%2e%2fetc/passwd", "a%00b", "%",
        "%zz", "%ff", ".", "..", "a%0ab", "a#b", String(repeating: "x", count: 256),
    ])
    func pathsStayInTheFolder(_ path: String) throws {
        for method in ["GET", "PUT", "DELETE", "MKCOL", "PROPFIND"] {
            #expect(try status(method, path, "") == 400, "\(method)")
        }
        try desk.send("PUT", "here", "x")
        #expect(try status("MOVE", "here", to: path) == 400)
        #expect(try text("here") == "x")
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/elsewhere/x", "/elsewhere/x", "x", "", "http://", "/davx/y",
        "file:///etc/passwd",
    ])
    func destinationsStayInTheFolder(_ destination: String) throws {
        try desk.send("PUT", "here", "x")
        let request = BrowserRequest(
            "MOVE", "/dav/here", credential: "one", destination: destination)
        #expect(try desk.send(request).status == 400)
    }

    @Test func bookmarkFilesCannotBeMovedLikePlainFiles() throws {
        let file = "bookmarks.xbel"
        #expect(try status("MOVE", file, to: "x") == 403)
        #expect(try status("MOVE", file, to: "other.xbel") == 403)
        #expect(try status("COPY", file, to: "other.xbel") == 403)
        #expect(try status("COPY", file, to: "copy") == 201)
        #expect(try text("copy") == text(file))
        #expect(try status("MKCOL", "x.xbel") == 405)
        #expect(try status("MOVE", "\(file).lock", to: "x") == 403)
        #expect(try status("MOVE", "copy", to: "\(file).lock") == 403)
        #expect(try status("MOVE", "copy", to: file, overwrite: "F") == 412)
        #expect(try status("MOVE", "copy", to: file) == 204)
        #expect(try text("copy") == nil)
    }

    @Test func sizeAndCountLimitsAreEnforced() throws {
        desk.folder = BrowserFolder(
            prefix: "/dav",
            plain: try desk.home.openPlainFiles(limits: (file: 10, total: 25, count: 4)))
        #expect(try status("PUT", "a", String(repeating: "x", count: 11)) == 507)
        for name in ["a", "b"] {
            #expect(try status("PUT", name, String(repeating: "x", count: 10)) == 201)
        }
        #expect(try status("PUT", "c", String(repeating: "x", count: 6)) == 507)
        #expect(try status("COPY", "a", to: "c") == 507)
        #expect(try status("GET", "c") == 404)
        #expect(try status("MKCOL", "d") == 201)
        #expect(try status("MKCOL", "e") == 201)
        #expect(try status("MKCOL", "f") == 507)
    }
}
