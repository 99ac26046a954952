import Interchange
import TestSupport
import Testing

/// Files with long names of folders, whose paths would need gigabytes if each bookmark, or each
/// folder, had a copy.
@Suite(.ownThread) struct HostileFoldersTests {
    /// A path with this name is just short enough for the readers.
    private static let name = String(repeating: "x", count: 16_000)
    private static let url = "https://a.example/"

    /// Returns a file with pairs of folders in a folder with a long name, and a bookmark in each.
    private func file(_ format: ImportFormat, pairs: Int) -> String {
        let (name, url) = (Self.name, Self.url)
        func all(_ separator: String = "", _ folder: (String) -> String) -> String {
            let pair = folder("a") + separator + folder("b")
            return Array(repeating: pair, count: pairs).joined(separator: separator)
        }
        switch format {
        case .netscape:
            let folders = all { "<DT><H3>\($0)</H3><DL><DT><A HREF=\(url)>a</A></DL>" }
            return "<DL><DT><H3>\(name)</H3><DL>\(folders)</DL></DL>"
        case .xbel:
            let folders = all {
                "<folder><title>\($0)</title><bookmark href=\"\(url)\"/></folder>"
            }
            return "<xbel><folder><title>\(name)</title>\(folders)</folder></xbel>"
        case .opml:
            let folders = all { "<outline text=\"\($0)\"><outline url=\"\(url)\"/></outline>" }
            return "<opml><body><outline text=\"\(name)\">\(folders)</outline></body></opml>"
        case .firefox:
            let folders = all(",") { #"{"title":"\#($0)","children":[{"uri":"\#(url)"}]}"# }
            return #"{"title":"\#(name)","children":[\#(folders)]}"#
        case .chrome:
            let folders = all(",") { #"{"name":"\#($0)","children":[{"url":"\#(url)"}]}"# }
            return #"{"roots":{"bar":{"name":"\#(name)","children":[\#(folders)]}}}"#
        case .json:
            let folders = all(",") { #"{"name":"\#($0)","children":[{"url":"\#(url)"}]}"# }
            return #"{"children":[{"name":"\#(name)","children":[\#(folders)]}]}"#
        case .linkwarden:
            let folders = all(",") {
                #"{"name":"\#($0)","parentId":1,"links":[{"url":"\#(url)"}]}"#
            }
            return #"{"collections":[{"id":1,"name":"\#(name)","links":[]},\#(folders)]}"#
        case .org: return "* \(name)\n" + all { "** \($0)\n- [[\(url)][a]]\n" }
        default: return "# \(name)\n" + all { "## \($0)\n- <\(url)>\n" }
        }
    }

    /// Each path differs from the one before it.
    @Test(
        .serialized,
        arguments: [
            ImportFormat.netscape, .xbel, .opml, .firefox, .chrome, .json, .linkwarden, .markdown,
            .org,
        ])
    func pathsOfManyFoldersHaveALimitTogether(_ format: ImportFormat) throws {
        let found = try read(file(format, pairs: 8500), as: format)
        let paths = found.bookmarks.map(\.folder)
        // Neighbors with the same path share it.
        let bytes = zip(paths, [""] + paths).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : $1.0.utf8.count) }
        #expect(bytes <= Importer.maximumBytes && found.bookmarks.count > 16_000)
        #expect(found.bookmarks.count + found.failed.count == 17_000)
        let reason = "all folder paths together have more than 268,435,456 bytes, the limit"
        #expect(!found.failed.isEmpty && found.failed.allSatisfy { $0.reason == reason })
    }

    @Test func filesOfAnArchiveShareTheLimitOfTheirPaths() throws {
        let found = try FileSet.read(["a.html", "b.html"]) { _ in
            var file = ParsedImport(format: .netscape)
            for number in 0..<9000 {
                let folder = "\(number)/\(Self.name)"
                file.add(ImportedBookmark(url: Self.url, folder: folder, line: 1))
            }
            return file
        }
        #expect(found.bookmarks.count == 9000 && found.failed.count == 1)
        #expect(found.failed[0].reason.hasPrefix("b.html: with the files before it, "))
    }

    /// Returns the number of copies of paths that the bookmarks have.
    private func copies(_ found: ParsedImport) -> Int {
        let places = found.bookmarks.map { bookmark in
            var folder = bookmark.folder
            return folder.withUTF8 { UInt(bitPattern: $0.baseAddress) }
        }
        return Set(places).count
    }

    @Test func recordsThatSpellOutTheSameFolderShareItsPath() throws {
        let record = #"{"url":"\#(Self.url)","folder":"\#(Self.name)"}"#
        let records = Array(repeating: record, count: 100).joined(separator: ",")
        let found = try read("[\(records)]", as: .json)
        #expect(found.bookmarks.count == 100 && copies(found) == 1)
    }

    private static let folder = #"{"id":1,"type":"folder","name":"\#(name)"}"#

    @Test func recordsWithTheSameParentShareItsPath() throws {
        let other = #"{"id":2,"type":"folder","name":"a\#(Self.name)"}"#
        let records = (0..<100).map { #"{"url":"\#(Self.url)","parentId":\#($0 % 2 + 1)}"# }
        let found = try read(
            "[\(Self.folder),\(other),\(records.joined(separator: ","))]", as: .json)
        #expect(found.bookmarks.count == 100 && copies(found) == 2)
    }

    @Test(arguments: ["folder", "lists"])
    func recordThatIsInAFolderManyTimesIsRead(_ key: String) throws {
        let ids = Array(repeating: #""1""#, count: 100_000).joined(separator: ",")
        let found = try read(
            #"[\#(Self.folder),{"url":"\#(Self.url)","\#(key)":[\#(ids)]}]"#, as: .json)
        let bookmark = try #require(found.bookmarks.first)
        #expect(bookmark.folder == Self.name && bookmark.tags.isEmpty)
        #expect(found.warnings.isEmpty && found.failed.isEmpty)
    }

    /// Returns a record that is in many folders, which are all in the one with the long name.
    private func record(in key: String, of count: Int) throws -> ParsedImport {
        let folders = (0..<count).map {
            #"{"id":"f\#($0)","type":"folder","name":"\#($0)","parentId":1}"#
        }
        let ids = (0..<count).map { #""f\#($0)""# }.joined(separator: ",")
        return try read(
            #"[\#(Self.folder),\#(folders.joined(separator: ",")),"#
                + #"{"url":"\#(Self.url)","\#(key)":[\#(ids)]}]"#, as: .json)
    }

    @Test func warningNamesOnlySomeOfManyFolders() throws {
        let found = try record(in: "folder", of: 50_000)
        #expect(found.bookmarks.map(\.folder) == [Self.name + "/0"])
        let reason = try #require(found.warnings.first).reason
        #expect(reason.hasPrefix("it is in several folders; ignored: xxx"))
        #expect(reason.hasSuffix("xxx… and 49,989 more") && reason.utf8.count < 3000)
    }

    @Test func listsWithALongPathBecomeShortTags() throws {
        let found = try record(in: "lists", of: 50_000)
        #expect(found.bookmarks.map(\.folder) == [Self.name + "/0"])
        #expect(found.bookmarks.first?.tags.prefix(2) == ["1", "2"])
        #expect(found.bookmarks.first?.tags.count == 49_999)
    }
}
