import Bookmarks
import Testing

@Suite struct HandEditsTests {
    let written = [
        Bookmark(
            id: "000000000000a", name: "A", url: "https://a.example", tags: ["x", "y z"], added: 1),
        Bookmark(id: "000000000000b", name: "B\u{1B}", url: "no scheme", notes: "n", added: 2),
    ]

    private func entry(
        _ index: Int, _ id: String?, _ change: (inout BookmarkDraft) -> Void = { _ in }
    )
        -> FoundDefaults.Entry
    {
        var draft =
            written.first { $0.id == id }?.draft ?? BookmarkDraft(url: "https://new.example")
        draft.name = PropertyListText.writable(draft.name)
        change(&draft)
        return .init(index: index, id: id, draft: draft)
    }

    private func edits(
        _ entries: FoundDefaults.Entry..., malformed: [FoundDefaults.MalformedEntry] = []
    )
        -> [HandEdit]
    {
        HandEdits.between(
            written: written, found: FoundDefaults(bookmarks: entries, malformed: malformed))
    }

    @Test func unchangedEntriesInAnyOrderAreNoEdit() {
        #expect(edits(entry(0, "000000000000a"), entry(1, "000000000000b")) == [])
        #expect(edits(entry(0, "000000000000b"), entry(1, "000000000000a")) == [])
        let reordered = entry(0, "000000000000a") { $0.tags = ["y z", "x"] }
        #expect(edits(reordered, entry(1, "000000000000b")) == [])
    }

    @Test func onlyChangedFieldsAreEdited() {
        let b = entry(1, "000000000000b") {
            $0.notes = ""
            $0.folder = "f"
        }
        var draft = written[1].draft
        (draft.notes, draft.folder) = ("", "f")
        // The name keeps the character that XML can't hold, and the URL does not change.
        #expect(
            edits(entry(0, "000000000000a"), b)
                == [.edit(id: "000000000000b", from: written[1].draft, to: draft)])
    }

    @Test func tagsOfAnEntryAreParsedLikeTypedTags() {
        let a = entry(0, "000000000000a") { $0.tags = ["y z", "#new, newer", "NEW"] }
        var draft = written[0].draft
        draft.tags = ["y z", "new", "newer"]
        #expect(
            edits(a, entry(1, "000000000000b"))
                == [.edit(id: "000000000000a", from: written[0].draft, to: draft)])
    }

    @Test func missingEntryIsADeletion() {
        let deletions = written.map { HandEdit.delete(id: $0.id, written: $0.draft) }
        #expect(edits(entry(0, "000000000000b")) == [deletions[0]])
        #expect(edits() == deletions)
    }

    @Test func unknownEntryIsAnAddition() {
        let draft = BookmarkDraft(url: "https://new.example")
        let copy = entry(3, "000000000000a") { $0.url = "https://new.example" }
        var copied = written[0].draft
        copied.url = "https://new.example"
        copied.tags = ["x", "y", "z"]
        #expect(
            edits(
                entry(0, nil), entry(1, "000000000000a"), entry(2, "000000000000b"), copy,
                entry(4, "my own id"), entry(5, "00000000000zz"), entry(6, "00000000000zz"))
                == [
                    .add(id: nil, draft, added: nil), .add(id: nil, copied, added: nil),
                    .add(id: nil, draft, added: nil), .add(id: "00000000000zz", draft, added: nil),
                    .add(id: nil, draft, added: nil),
                ])
    }

    @Test func entryWithAnInvalidURLIsRefusedAndNotDeleted() throws {
        let result = edits(
            entry(0, "000000000000a") { $0.url = "swift.org" },
            entry(1, nil) { $0.url = "" }, entry(2, "000000000000b"))
        #expect(result.count == 2)
        for (index, edit) in result.enumerated() {
            guard case .refuse(index, let reason) = edit else {
                Issue.record("\(edit)")
                continue
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test func malformedEntryIsRefusedAndNotDeleted() {
        let known = FoundDefaults.MalformedEntry(index: 0, id: "000000000000a", reason: "Bad.")
        let unknown = FoundDefaults.MalformedEntry(index: 1, reason: "Worse.")
        #expect(
            edits(malformed: [known])
                == [
                    .refuse(index: 0, reason: "Bad."),
                    .delete(id: "000000000000b", written: written[1].draft),
                ])
        #expect(
            edits(malformed: [known, unknown])
                == [.refuse(index: 0, reason: "Bad."), .refuse(index: 1, reason: "Worse.")])
    }
}
