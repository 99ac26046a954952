import Interchange
import Testing

/// Lists of repositories, such as a person's stars, in which dates are those of the repository.
struct RepositoryTests {
    private static let repository = """
        {"id":1,"name":"b","full_name":"a/b","private":false,"html_url":"https://git.example/a/b",
         "url":"https://api.git.example/repos/a/b","description":"About b","topics":["cli"],
         "archived":true,
         "created_at":"2015-01-02T03:04:05Z","updated_at":"2020-01-02T03:04:05Z"}
        """

    @Test(arguments: [
        "[\(repository)]", "{\"stars\":[\(repository)]}", "[{\"repo\":\(repository)}]",
    ])
    func repositoryIsNamedInFullAndHasNoDate(_ text: String) throws {
        let bookmark = try #require(try read(text).bookmarks.first)
        #expect(bookmark.name == "a/b" && bookmark.url == "https://git.example/a/b")
        #expect(bookmark.added == nil && bookmark.modified == nil)
        #expect(bookmark.tags == ["cli"] && bookmark.description == "About b")
        // The owner archived the repository, and not the person who starred it.
        #expect(bookmark.notes == "" && !bookmark.isArchived)
    }

    @Test func unusedDatesOfARepositoryAreReported() throws {
        let found = try read("[\(Self.repository)]")
        #expect(found.unreadFields.contains("created_at"))
        #expect(found.unreadFields.contains("updated_at"))
        #expect(found.datesLeftOut.isEmpty)
    }

    @Test(arguments: [
        "[{\"starred_at\":\"2020-09-13T12:26:40Z\",\"repo\":\(repository)}]",
        "[" + repository.dropLast() + ",\"starred_at\":\"2020-09-13T12:26:40Z\"}]",
    ])
    func dateOfTheStarIsTheDateAdded(_ text: String) throws {
        let bookmark = try #require(try read(text).bookmarks.first)
        #expect(bookmark.name == "a/b" && bookmark.added == 1_600_000_000)
        #expect(bookmark.modified == nil)
    }

    @Test(arguments: [
        """
        [{"path_with_namespace":"g/s/b","name":"b","name_with_namespace":"G / S / B",
          "web_url":"https://lab.example/g/s/b","created_at":"2015-01-02T03:04:05Z"}]
        """,
        """
        [{"nameWithOwner":"g/s/b","name":"b","url":"https://lab.example/g/s/b",
          "createdAt":"2015-01-02T03:04:05Z"}]
        """,
        """
        full_name,name,html_url,created_at
        g/s/b,b,https://lab.example/g/s/b,2015-01-02T03:04:05Z
        """,
    ])
    func repositoriesOfOtherServicesAreReadAlike(_ text: String) throws {
        let bookmark = try #require(try read(text).bookmarks.first)
        #expect(bookmark.name == "g/s/b" && bookmark.url == "https://lab.example/g/s/b")
        #expect(bookmark.added == nil)
    }

    /// A full name that is not the path of the address belongs to a person or a page.
    @Test(arguments: [
        (
            #"[{"full_name":"A / B","name":"b","url":"https://a.example/x","created":1600000000}]"#,
            "b"
        ),
        (
            #"[{"full_name":"a/b","name":"b","url":"https://a.example/b","created":1600000000}]"#,
            "b"
        ),
    ])
    func recordsThatAreNotRepositoriesKeepTheirDates(_ text: String, _ name: String) throws {
        let bookmark = try #require(try read(text).bookmarks.first)
        #expect(bookmark.name == name && bookmark.added == 1_600_000_000)
    }

    @Test func mappingOverridesTheRulesForRepositories() throws {
        let found = try read(
            "[\(Self.repository)]", mapping: RecordMapping("added=created_at,name=name"))
        #expect(found.bookmarks.first?.added == 1_420_167_845)
        #expect(found.bookmarks.first?.name == "b")
    }
}
