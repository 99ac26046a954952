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
        let bytes = found.bookmarks.reduce(0) { $0 + $1.folder.utf8.count }
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

    /// Returns how many copies of paths the bookmarks have.
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
}
