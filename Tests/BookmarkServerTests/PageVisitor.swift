import BookmarkLibrary
import NIOHTTP1
import Testing

@testable import BookmarkServer

/// A browser that is logged in.
struct PageVisitor {
    let desk: ServedDesk
    let cookie: String

    init(desk: ServedDesk, cookie: String) {
        self.desk = desk
        self.cookie = cookie
    }

    /// Logs in with a token of its own.
    init(_ desk: ServedDesk, scope: AccessToken.Scope = .write, name: String = "browser") throws {
        let token = try desk.tokens.add(name: name, scope: scope).text
        self.init(desk: desk, cookie: "cloudy_token=\(token)")
    }

    func get(_ path: String) async throws -> ServedDesk.Answer {
        try await desk.send("GET", path, headers: [("Cookie", cookie)], token: "")
    }

    /// Sends the form of a page with its ticket, and returns the answer.
    func submit(
        _ page: String, to action: String, _ fields: String, origin: String? = nil
    ) async throws -> ServedDesk.Answer {
        let ticket = try await ticket(of: page)
        return try await post(action, "ticket=\(ticket)&\(fields)", origin: origin)
    }

    func ticket(of page: String) async throws -> String {
        let text = try await get(page).text
        let start = try #require(text.firstRange(of: "name=\"ticket\" value=\"")?.upperBound)
        return String(text[start...].prefix { $0 != "\"" })
    }

    func post(
        _ action: String, _ body: String, origin: String? = nil
    ) async throws -> ServedDesk.Answer {
        var headers = [
            ("Cookie", cookie), ("Content-Type", "application/x-www-form-urlencoded"),
        ]
        if let origin { headers.append(("Origin", origin)) }
        return try await desk.send(
            "POST", action, headers: headers, body: Array(body.utf8), token: "")
    }
}
