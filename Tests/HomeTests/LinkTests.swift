import BookmarkDatabase
import BookmarkLibrary
import Bookmarks
import Testing

/// The link states that a device finds are known only to that device, and belong to a URL.
struct LinkTests {
    private func found(_ id: String, _ url: String, _ finding: LinkState.Finding) -> [(
        id: String, url: String, state: LinkState
    )] {
        [(id, url, LinkState(finding, checked: 1000))]
    }

    @Test func linkStateIsKeptUntilTheURLChanges() throws {
        let desk = try Desk()
        let id = try desk.add("A", "https://a.example/")
        #expect(try desk.home.linkStates(ofIDs: [id]).isEmpty)
        try desk.home.record(links: found(id, "https://a.example/", .broken("gone")))
        let state = LinkState(.broken("gone"), checked: 1000)
        #expect(try desk.home.linkStates(ofIDs: [id, "none"]) == [id: state])
        #expect(try desk.home.catalog.brokenLinks() == [id])
        #expect(
            try desk.home.catalog.rows(matching: Query("is:broken"), sortedBy: .standard).count == 1
        )
        try desk.edit(id) { $0.name = "B" }
        #expect(try desk.home.linkStates(ofIDs: [id]) == [id: state])
        try desk.edit(id) { $0.url = "https://b.example/" }
        #expect(try desk.home.linkStates(ofIDs: [id]).isEmpty)
        #expect(try desk.home.catalog.brokenLinks().isEmpty)
        #expect(try desk.home.linkProblems().isEmpty)
        // The old URL is back, and so is what is known of it.
        _ = try desk.controller.undo()
        #expect(try desk.home.linkStates(ofIDs: [id]) == [id: state])
    }

    @Test func linkStateOfAnotherURLIsNotStored() throws {
        let desk = try Desk()
        let id = try desk.add("A", "https://a.example/")
        try desk.home.record(links: found(id, "https://old.example/", .broken("gone")))
        try desk.home.record(links: found("gone", "https://a.example/", .broken("gone")))
        #expect(try desk.home.linkStates(ofIDs: [id, "gone"]).isEmpty)
    }

    @Test func workingLinkIsNotTroubled() throws {
        let desk = try Desk()
        let findings: [LinkState.Finding] = [
            .works, .moved(to: "https://x.example/"), .broken("gone"), .unsure("late"),
        ]
        for (number, finding) in findings.enumerated() {
            let url = "https://a.example/\(number)"
            let id = try desk.add("\(number)", url)
            try desk.home.record(links: found(id, url, finding))
        }
        let words = try desk.home.linkProblems().values.map(\.finding.word).sorted()
        #expect(words == ["broken", "moved", "unsure"])
        #expect(try desk.home.catalog.brokenLinks().count == 1)
    }

    @Test func linkStatesSurviveARestartButNotADeletion() throws {
        let desk = try Desk()
        let id = try desk.add("A", "https://a.example/")
        let other = try desk.add("B", "https://b.example/")
        try desk.home.record(links: found(id, "https://a.example/", .works))
        try desk.home.record(links: found(other, "https://b.example/", .works))
        try desk.controller.delete(ids: [other])
        try desk.home.finishLinks()
        _ = try desk.controller.undo()
        let sibling = try desk.other("desk")
        #expect(try sibling.home.linkStates(ofIDs: [id, other]).keys.sorted() == [id])
        // Another device checks for itself.
        #expect(try desk.other("laptop").home.linkStates(ofIDs: [id]).isEmpty)
    }
}
