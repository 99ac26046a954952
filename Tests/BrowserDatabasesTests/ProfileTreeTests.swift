import BrowserFiles
import Browsers
import Glibc
import Interchange
import SQLite
import ScratchFolder
import Testing

/// The bookmarks of a profile, as its browser has them.
struct ProfileTreeTests {
    let folder = ScratchFolder()

    private func profile(_ file: String) -> BrowserProfile {
        BrowserProfile(browser: "x", name: "x", path: folder.path(file))
    }

    private static let places = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE moz_places(id INTEGER PRIMARY KEY, url TEXT);
        CREATE TABLE moz_bookmarks(id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER,
            parent INTEGER, position INTEGER, title TEXT, dateAdded INTEGER,
            lastModified INTEGER, guid TEXT);
        INSERT INTO moz_bookmarks VALUES
            (1, 2, NULL, 0, 0, '', 1, 1, 'root________'),
            (2, 2, NULL, 1, 0, 'menu', 1, 1, 'menu________'),
            (3, 2, NULL, 1, 1, 'toolbar', 1, 1, 'toolbar_____'),
            (4, 2, NULL, 1, 2, 'tags', 1, 1, 'tags________'),
            (5, 2, NULL, 3, 0, 'News', 1, 1, 'folder______'),
            (6, 1, 1, 5, 1, 'Second', 1, 1, 'second______'),
            (7, 1, 3, 5, 0, 'First', 1, 1, 'first_______'),
            (8, 3, NULL, 2, 0, NULL, 1, 1, 'separator___'),
            (9, 1, 2, 2, 1, 'Search', 1, 1, 'search______'),
            (10, 2, NULL, 4, 0, 'two words', 1, 1, 'tag_________'),
            (11, 1, 1, 10, 0, NULL, 1, 1, 'tagged______'),
            (12, 1, 1, 2, 2, NULL, 1, 1, 'top_________');
        INSERT INTO moz_places VALUES
            (1, 'https://a.example/'), (2, 'place:sort=8'), (3, 'https://b.example/');
        """

    @Test func openFirefoxProfileIsRead() throws {
        let database = try Database(path: folder.path("places.sqlite"))
        try database.execute(Self.places)
        let profile = profile("places.sqlite")
        let items = try ProfileTree.read(profile).items
        #expect(
            items.map(\.guid) == [
                "top_________", "toolbar_____", "folder______", "first_______", "second______",
            ])
        #expect(
            items.map(\.parent) == ["", "", "toolbar_____", "folder______", "folder______"])
        #expect(items.map(\.tags) == [["two-words"], [], [], [], ["two-words"]])
        #expect(items.last?.url == "https://a.example/")
        let before = profile.revision
        try database.execute("UPDATE moz_bookmarks SET title = 'Other' WHERE id = 6")
        #expect(profile.revision != before)
        #expect(try ProfileTree.read(profile).items.last?.title == "Other")
    }

    /// An empty tree would look as if the browser had deleted everything.
    @Test func databaseWithoutRootsIsRefused() throws {
        let database = try Database(path: folder.path("places.sqlite"))
        try database.execute(Self.places)
        try database.execute("DELETE FROM moz_bookmarks")
        #expect(throws: ImportError.self) { try ProfileTree.read(profile("places.sqlite")) }
    }

    @Test func chromiumProfileIsRead() throws {
        folder.write(
            "Bookmarks",
            Array(
                """
                {"checksum": "x", "roots": {
                  "bookmark_bar": {"guid": "bar", "name": "Bookmarks bar", "type": "folder",
                    "children": [
                      {"guid": "f", "name": "News", "type": "folder", "children": [
                        {"guid": "a", "name": "A", "type": "url", "url": "https://a.example/"}]},
                      {"guid": "b", "name": "B", "type": "url", "url": "https://b.example/"}]},
                  "other": {"guid": "other", "name": "Other bookmarks", "children": []},
                  "trash": {"guid": "trash", "name": "Trash", "children": [
                    {"guid": "c", "name": "C", "type": "url", "url": "https://c.example/"}]},
                  "sync_transaction_version": "7"}, "version": 1}
                """.utf8))
        let items = try ProfileTree.read(profile("Bookmarks")).items
        #expect(items.map(\.guid) == ["bar", "f", "a", "b", "other"])
        #expect(items.map(\.parent) == ["", "bar", "f", "bar", ""])
        #expect(
            items.map(\.url) == [nil, nil, "https://a.example/", "https://b.example/", nil])
    }

    @Test(arguments: ["", "{", "{}", "[]", "{\"roots\": {}}"])
    func invalidChromiumFileIsRefused(_ text: String) {
        folder.write("Bookmarks", Array(text.utf8))
        #expect(throws: ImportError.self) { try ProfileTree.read(profile("Bookmarks")) }
    }

    @Test(arguments: [
        ("places.sqlite", "extensions.json", #"{"addons": [{"id": "ID", "active": true}]}"#, true),
        (
            "places.sqlite", "extensions.json", #"{"addons": [{"id": "ID", "active": false}]}"#,
            false
        ),
        ("places.sqlite", "extensions.json", #"{"addons": [{"id": "other@x"}]}"#, false),
        ("Bookmarks", "Preferences", #"{"extensions": {"settings": {"ID": {"state": 1}}}}"#, true),
        ("Bookmarks", "Secure Preferences", #"{"extensions": {"settings": {"ID": {}}}}"#, true),
        ("Bookmarks", "Preferences", #"{"extensions": {"settings": {"ID": {"state": 0}}}}"#, false),
        (
            "Bookmarks", "Preferences",
            #"{"extensions": {"settings": {"ID": {"disable_reasons": [1]}}}}"#, false
        ),
        ("Bookmarks", "Preferences", "{", false),
    ])
    func floccusIsFoundOnlyWhereItIsEnabled(
        _ file: String, _ settings: String, _ text: String, _ isThere: Bool
    ) {
        let id =
            file == "Bookmarks"
            ? "fnaicdffflnofjppbagibeoednhnbjhg" : "floccus@handmadeideas.org"
        folder.write(file, [])
        folder.write(settings, Array(text.split(separator: "ID").joined(separator: id).utf8))
        #expect(profile(file).hasFloccus == isThere)
    }
}
