import BookmarkLibrary
import Bookmarks
import Testing

@testable import BookmarkServer

/// Undo tells which program made an edit, and with which token.
struct EditAuthorTests {
    private func author(_ desk: ServedDesk) async throws -> EditSession? {
        await desk.library.use { $0.controller.nextUndoStep?.session }
    }

    @Test func editsNameTheirProgramAndToken() async throws {
        let desk = try await ServedDesk()
        let visitor = try PageVisitor(desk, name: "phone 2")
        _ = try await visitor.submit("/add", to: "/add", "url=https://a.example/&name=A")
        #expect(try await author(desk) == .door(.page, "phone 2"))
        _ = try await desk.call("PATCH", "bookmarks/1/", #"{"title": "B"}"#)
        #expect(try await author(desk) == .door(.linkding, "tests"))
        let nameless = try PageVisitor(desk, name: "")
        let id = await desk.library.use { $0.controller.list[0].id }
        _ = try await nameless.submit("/", to: "/delete/\(id)", "")
        #expect(
            try await author(desk) == .door(.page, "3"),
            "a token without a name must show its number")
    }

    @Test func editSessionIsReadBack() {
        for door in EditDoor.allCases {
            for name in ["", "a", "my phone", "  x "] {
                let found = EditSession.door(door, name).door
                #expect(found?.door == door && found?.name == name)
            }
        }
        for other in [EditSession.command, .closedList, .list(2)] { #expect(other.door == nil) }
        #expect(!EditSession.door(.page, "list 1").isList)
    }
}
