import NIOHTTP1
import Testing

@testable import BookmarkServer

/// Saved pages and files that linkding's clients send and fetch.
struct LinkdingAssetTests {
    private let page = "<title>Tides</title><p>High water at noon."

    /// The body of a form with these parts, as a browser sends it.
    private func form(_ parts: [(head: String, content: String)]) -> [UInt8] {
        let body = parts.map { part in
            "--XX\r\nContent-Disposition: form-data; \(part.head)\r\n\r\n\(part.content)\r\n"
        }
        return Array((body.joined() + "--XX--\r\n").utf8)
    }

    private let multipart = [("Content-Type", "multipart/form-data; boundary=XX")]

    @Test func uploadedPageIsStoredWithItsBookmark() async throws {
        let desk = try await ServedDesk()
        let sent = form([
            ("name=\"url\"", "https://tides.example/"),
            ("name=\"file\"; filename=\"Tides.html\"\r\nContent-Type: text/html", page),
        ])
        let answer = try await desk.send(
            "POST", "/linkding/api/bookmarks/singlefile/",
            headers: multipart + [("Accept", "application/json")], body: sent)
        #expect(answer.status == 201)
        #expect(try answer.json == ["message": "Snapshot uploaded successfully."])
        let bookmark = try await desk.call("GET", "bookmarks/1/")
        #expect(bookmark["title"] == "Tides" && bookmark["url"] == "https://tides.example/")
        let assets = try await desk.call("GET", "bookmarks/1/assets/")
        #expect(assets.results("asset_type") == ["snapshot"])
        #expect(assets.results("content_type") == ["text/html"])
        let file = try await desk.send("GET", "/linkding/api/bookmarks/1/assets/1/download/")
        #expect(file.text == page)
        #expect(file.headers["Content-Security-Policy"] == ["sandbox"])
        _ = try await desk.send(
            "POST", "/linkding/api/bookmarks/singlefile/", headers: multipart, body: sent)
        #expect(try await desk.call("GET", "bookmarks/")["count"] == 1)
    }

    @Test func errorsNameMissingFieldsAndBookmarks() async throws {
        let desk = try await ServedDesk()
        let answer = try await desk.send(
            "POST", "/linkding/api/bookmarks/singlefile/", headers: multipart,
            body: form([("name=\"url\"", "https://tides.example/")]))
        #expect(answer.status == 400)
        #expect(
            try answer.json == ["error": "Both 'url' and 'file' parameters are required."])
        _ = try await desk.call("POST", "bookmarks/", #"{"url": "https://a.example/"}"#)
        let upload = try await desk.send(
            "POST", "/linkding/api/bookmarks/1/assets/upload/", headers: multipart, body: form([]))
        #expect(upload.status == 400)
        #expect(try upload.json == ["error": "No file provided."])
        let nobody = try await desk.send("GET", "/linkding/api/bookmarks/9/assets/")
        #expect(try nobody.json == ["detail": "Bookmark does not exist"])
    }

    @Test func uploadedFileIsDownloadedUnchanged() async throws {
        let desk = try await ServedDesk()
        _ = try await desk.call("POST", "bookmarks/", #"{"url": "https://a.example/"}"#)
        let content = "%PDF-1.4\r\n--XY\u{0}\r\n--"
        let answer = try await desk.send(
            "POST", "/linkding/api/bookmarks/1/assets/upload/", headers: multipart,
            body: form([("name=\"file\"; filename=\"täfel \\\"1\\\".pdf\"", content)]))
        #expect(answer.status == 201)
        #expect(try answer.json["display_name"] == "täfel \"1\".pdf")
        #expect(try answer.json["asset_type"] == "upload")
        #expect(try answer.json["file_size"] == .integer(content.utf8.count))
        let file = try await desk.send("GET", "/linkding/api/bookmarks/1/assets/1/download/")
        #expect(file.text == content)
        let gone = try await desk.send("DELETE", "/linkding/api/bookmarks/1/assets/1/")
        #expect(gone.status == 204)
        #expect(try await desk.call("GET", "bookmarks/1/assets/")["count"] == 0)
    }

    /// The name with which a file is sent, the name that is kept, and the name in the download's
    /// header.
    @Test(arguments: [
        ("notes.txt", "notes.txt", #"filename="notes.txt""#),
        ("../../a b.txt", "a b.txt", #"filename="a b.txt""#),
        ("C:/files/c.txt", "c.txt", #"filename="c.txt""#),
        ("täfel.txt", "täfel.txt", "filename*=UTF-8''t%C3%A4fel.txt"),
    ])
    func uploadedFileKeepsItsName(_ sent: String, _ kept: String, _ said: String) async throws {
        let desk = try await ServedDesk()
        _ = try await desk.call("POST", "bookmarks/", #"{"url": "https://a.example/"}"#)
        let answer = try await desk.send(
            "POST", "/linkding/api/bookmarks/1/assets/upload/", headers: multipart,
            body: form([("name=\"file\"; filename=\"\(sent)\"", "x")]))
        #expect(try answer.json["display_name"] == .string(kept))
        let file = try await desk.send("GET", "/linkding/api/bookmarks/1/assets/1/download/")
        #expect(file.headers.first(name: "Content-Disposition") == "attachment; \(said)")
    }

    @Test(arguments: [
        "", "--XX", "--XX\r\n", "--XX\r\n\r\n", "--XX--", "--XX\r\nA: b\r\n\r\nc",
        "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nc\r\n--XX",
    ])
    func brokenFormsAreRefusedOrEmpty(_ text: String) {
        let form = FormFields(multipart: Array(text.utf8), boundary: "XX")
        #expect(form == nil || form?.values.isEmpty == true)
    }
}
