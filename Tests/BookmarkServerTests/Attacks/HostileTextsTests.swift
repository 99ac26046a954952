import BookmarkLibrary
import Bookmarks
import NIOHTTP1
import TestSupport
import Testing

@testable import BookmarkServer

/// Texts that pages and other people chose: each shows on a page as text, and does nothing else.
struct HostileTextsTests {
    /// Markup, the end of an attribute, text that reverses the direction of what follows, and
    /// characters that no page may have.
    private static let text =
        "<script>evil()</script>\"'><img src=x onerror=evil()>&lt;\u{202E}\u{2066}desrever\u{0}"
        + "\u{7}\u{1B}[31m\u{85}\\end"

    /// The dangerous parts of a page.
    private func faults(_ html: String) -> [String] {
        var faults: [String] = []
        for mark in ["<script", "<img", "onerror=evil()>", "&lt;script>"] where html.contains(mark)
        {
            faults.append("markup: \(mark)")
        }
        for scalar in html.unicodeScalars where scalar.properties.generalCategory == .control {
            if scalar != "\n" && scalar != "\t" { faults.append("control \(scalar.value)") }
        }
        // Elements, one after the other, with the text behind each.
        var isolated: [Bool] = [false]
        for part in html.split(separator: "<").dropFirst() {
            let halves = part.split(
                separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            let name = halves[0].prefix { $0.isLetter || $0.isNumber || $0 == "/" }
            if ["bdi", "title", "textarea", "input", "dd"].contains(name) { isolated.append(true) }
            if ["/bdi", "/title", "/textarea", "/dd"].contains(name) { isolated.removeLast() }
            if halves.count > 1, halves[1].unicodeScalars.contains("\u{202E}"),
                isolated.last == false
            {
                faults.append("turns its surroundings: <\(part)")
            }
            if name == "input" { isolated.removeLast() }
        }
        return faults
    }

    private func desk() async throws -> (desk: ServedDesk, id: String) {
        let desk = try await ServedDesk()
        let text = Self.text
        let id = try await desk.library.use { opened in
            let deleted = try opened.controller.add(
                BookmarkDraft(name: text, url: "https://deleted.example/"))
            let id = try opened.controller.add(
                BookmarkDraft(
                    name: "\(text)\nline",
                    url: "https://evil.example/?<script>\"'><img src=x>\u{202E}", tags: [text],
                    notes: "\(text)\n\nline ",
                    description: text, folder: text))
            try opened.controller.delete(ids: [deleted])
            return id
        }
        return (desk, id)
    }

    @Test(arguments: [
        "/", "/?done=deleted", "/labels", "/button", "/edit/ID", "/?q=TEXT", "/?q=%22TEXT",
        "/add?url=TEXT&name=TEXT&tags=TEXT&folder=TEXT&description=TEXT&notes=TEXT",
        "/login?to=/TEXT", "/edit/TEXT", "/?offset=TEXT", "/?done=TEXT", "/TEXT",
    ])
    func everyPageShowsHostileTextsAsPlainText(_ path: String) async throws {
        let (desk, id) = try await desk()
        let token = try desk.tokens.add(
            name: "<script>\"'><img src=x>\u{202E}", scope: .write
        ).text
        let answer = try await desk.send(
            "GET",
            path.replacing("TEXT", with: BookmarkPages.encoded(Self.text))
                .replacing("ID", with: id),
            headers: [("Cookie", "cloudy_token=\(token)")], token: "")
        #expect([200, 404].contains(answer.status))
        #expect(faults(answer.text).isEmpty)
    }

    @Test(arguments: [
        ("/add", "ticket=TICKET&url=https://deleted.example/..TEXT&name=TEXT"),
        ("/add", "ticket=TICKET&url=https://evil.example/TEXT&name=TEXT"),
        ("/add", "ticket=TICKET&url=http://[TEXT&name=TEXT"),
        ("/add", "ticket=TEXT&url=TEXT&name=TEXT&TEXT=TEXT&notes=TEXT"),
        ("/edit/ID", "ticket=TICKET&url=http://[TEXT&name=TEXT"),
        // The URL was changed after the form was opened: the page shows both.
        ("/edit/ID", "ticket=TICKET&was-url=TEXT&url=http://[TEXT&name=TEXT"),
        ("/edit/ID", "ticket=TEXT&was-url=TEXT&url=TEXT&name=TEXT&q=TEXT&offset=TEXT"),
        ("/login", "ticket=TICKET&token=TEXT&to=/add&kept-url=TEXT&kept-TEXT=TEXT&kept-q=TEXT"),
        ("/login", "ticket=TICKET&token=TEXT&to=/TEXT"), ("/undo", "ticket=TICKET&step=TEXT"),
    ])
    func everyFormAnswerShowsHostileTextsAsPlainText(_ path: String, _ body: String) async throws {
        let (desk, id) = try await desk()
        let page = try await desk.send(
            "GET", path == "/login" ? path : "/add", headers: desk.visitor, token: ""
        ).text
        let start = try #require(page.firstRange(of: "name=\"ticket\" value=\"")?.upperBound)
        let answer = try await desk.send(
            "POST", path.replacing("ID", with: id), headers: desk.visitor,
            body: Array(
                body.replacing("TICKET", with: page[start...].prefix { $0 != "\"" })
                    .replacing("TEXT", with: BookmarkPages.encoded(Self.text)).utf8), token: "")
        #expect([200, 303, 400, 403, 409].contains(answer.status))
        #expect(faults(answer.text).isEmpty)
        #expect(answer.headers["Location"].allSatisfy { $0.hasPrefix("/") && !$0.contains("\n") })
    }

    /// The links of tags and folders find them, whatever characters their names have.
    @Test(arguments: ["say \"hi\"", "back\\slash", "\"", "a\"b or c", "über&ü=1#x+y%41"])
    func linksOfTagsAndFoldersFindTheirBookmarks(_ name: String) async throws {
        let desk = try await ServedDesk()
        let tag = Tags.parsed(name.replacing(" ", with: "-")).joined()
        _ = try await desk.library.use { opened in
            try opened.controller.add(
                BookmarkDraft(name: "A", url: "https://a.example/", tags: [tag], folder: name))
        }
        for path in ["/", "/labels"] {
            let page = try await desk.send("GET", path, headers: desk.visitor, token: "").text
            let links = page.split(separator: "href=\"/?q=").dropFirst().map {
                String($0.prefix { $0 != "\"" })
            }
            #expect(links.count == 2, "\(path)")
            for link in links {
                let found = try await desk.send(
                    "GET", "/?q=\(link)", headers: desk.visitor, token: "")
                #expect(found.text.contains("1 bookmark<"), "\(path): \(link)")
            }
        }
    }

    /// Fields that a person did not touch come back unchanged, whatever a browser does to line
    /// breaks.
    @Test func untouchedFormDoesNotChangeTheBookmark() async throws {
        let (desk, id) = try await desk()
        let before = try await desk.library.use { try $0.controller.bookmark(id: id) }
        let page = try await desk.send("GET", "/edit/\(id)", headers: desk.visitor, token: "").text
        var fields: [(String, String)] = []
        for part in page.split(separator: "<input").dropFirst() {
            let tag = part.prefix { $0 != ">" }
            func attribute(_ name: String) -> String? {
                tag.firstRange(of: " \(name)=\"").map { range in
                    Self.unescaped(tag[range.upperBound...].prefix { $0 != "\"" })
                }
            }
            guard let name = attribute("name"), attribute("type") != "checkbox" else { continue }
            let value = attribute("value") ?? ""
            // Browsers drop line feeds from a text field.
            fields.append(
                (name, attribute("type") == "text" ? value.filter { $0 != "\n" } : value))
        }
        for part in page.split(separator: "<textarea").dropFirst() {
            let rest = part.firstRange(of: "name=\"").map { part[$0.upperBound...] } ?? ""
            let text = rest.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
            let value = Self.unescaped(text.hasPrefix("\n") ? text.dropFirst() : text)
            fields.append((String(rest.prefix { $0 != "\"" }), value))
        }
        let body = fields.map { name, value in
            let lines = value.replacing("\n", with: "\r\n")
            return "\(name)=\(BookmarkPages.encoded(lines))"
        }.joined(separator: "&")
        let answer = try await desk.send(
            "POST", "/edit/\(id)", headers: desk.visitor, body: Array(body.utf8), token: "")
        #expect(answer.headers["Location"] == ["/"], "an untouched form must change nothing")
        let after = try await desk.library.use { try $0.controller.bookmark(id: id) }
        #expect(after == before)
    }

    private static func unescaped(_ text: some StringProtocol) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
