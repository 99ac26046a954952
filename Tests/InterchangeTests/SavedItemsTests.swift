import Interchange
import Testing

/// Exports of programs that keep more than bookmarks: articles of feeds, and notes.
struct SavedItemsTests {
    /// The first is what the exports of Omnivore say (packages/api/src/jobs/export.ts in
    /// https://github.com/omnivore-app/omnivore), the others what its interface says.
    @Test(arguments: [
        (#""state":"Active","labels":null"#, true, false),
        (#""state":"Unknown","labels":[]"#, true, false),
        (#""state":"Archived","labels":[]"#, false, true),
        (#""state":"ARCHIVED","labels":[]"#, false, true),
        (#""state":"SUCCEEDED","isArchived":false"#, true, false),
        (#""state":"SUCCEEDED","isArchived":true"#, false, true), (#""x":1"#, false, false),
    ])
    func whatIsNotArchivedInOmnivoreIsToBeRead(
        _ state: String, _ isUnread: Bool, _ isArchived: Bool
    ) throws {
        let found = try read(
            """
            [{"id":"1","slug":"a","title":"A","description":null,"url":"https://a.example/",
              "savedAt":"2020-09-13T12:26:40.000Z",\(state)}]
            """)
        #expect(found.format == .omnivore)
        #expect(found.bookmarks.map(\.isUnread) == [isUnread])
        #expect(found.bookmarks.map(\.isArchived) == [isArchived])
        #expect(found.bookmarks.map(\.added) == [1_600_000_000])
    }
}
