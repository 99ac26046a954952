import FoundationEssentials
import Interchange
import TestSupport
import Testing

/// Real exports of other programs, which belong to others and are not part of this repository.
///
/// `CLOUDY_IMPORT_SAMPLES` names a folder with these files; without it, nothing is tested.
struct SampleFilesTests {
    struct Sample: Sendable {
        var file: String
        var format: ImportFormat
        var bookmarks: Int
        var skipped = 0
        var failed = 0
    }

    static let folder = Command.inheritedEnvironment["CLOUDY_IMPORT_SAMPLES"]

    static let samples = [
        Sample(file: "linkding-one_invalid.html", format: .netscape, bookmarks: 3),
        Sample(file: "nbfp-test.html", format: .netscape, bookmarks: 2),
        Sample(file: "nbp-chromium_nested.html", format: .netscape, bookmarks: 18),
        Sample(file: "nbp-delicious.html", format: .netscape, bookmarks: 5),
        // Three searches, three descriptions of folders, and a separator.
        Sample(file: "nbp-firefox_nested.html", format: .netscape, bookmarks: 21, skipped: 7),
        Sample(file: "nbp-internet_explorer_11_nested.html", format: .netscape, bookmarks: 27),
        // The second of the two links is in the notes of the first.
        Sample(file: "nbp-netscape_extended.html", format: .netscape, bookmarks: 1, skipped: 1),
        Sample(file: "nbp-netscape_multiline.html", format: .netscape, bookmarks: 3),
        Sample(file: "nbp-safari_folded.html", format: .netscape, bookmarks: 3),
        Sample(file: "nbp-scuttle.html", format: .netscape, bookmarks: 4),
        // Relative addresses such as `?lY47tw` can't be resolved.
        Sample(file: "nbp-shaarli.html", format: .netscape, bookmarks: 5, failed: 1),
        Sample(
            file: "nbp-shaarli_with_whitespace_tags.html", format: .netscape, bookmarks: 0,
            failed: 1),
        Sample(file: "shaarli-netscape_nodate.html", format: .netscape, bookmarks: 1),
        Sample(file: "shaarli-no_doctype.html", format: .netscape, bookmarks: 2),
        Sample(file: "bmconv-bookmarks_chrome.json", format: .chrome, bookmarks: 27),
        Sample(file: "bmconv-bookmarks_firefox.json", format: .firefox, bookmarks: 32),
        Sample(
            file: "bmconv-bookmarks_firefox_with_separator.json", format: .firefox,
            bookmarks: 32, skipped: 1),
        Sample(file: "bmm-missing-uri.json", format: .json, bookmarks: 1, failed: 1),
        Sample(file: "wallabag-fixture-firefox-bookmarks.json", format: .firefox, bookmarks: 2),
        Sample(file: "wallabag-fixture-omnivore.json", format: .omnivore, bookmarks: 20),
        Sample(file: "wallabag-fixture-pinboard.json", format: .pinboard, bookmarks: 3),
        Sample(file: "shiori-pocket-old.csv", format: .pocket, bookmarks: 1),
        Sample(file: "synthetic-raindrop.csv", format: .raindrop, bookmarks: 4),
        Sample(file: "wallabag-fixture-instapaper-export.csv", format: .instapaper, bookmarks: 4),
        Sample(file: "wallabag-fixture-pocket.csv", format: .pocket, bookmarks: 7),
    ]

    @Test(.enabled(if: folder != nil, "CLOUDY_IMPORT_SAMPLES names no folder"), arguments: samples)
    func everyLinkOfASampleIsImported(_ sample: Sample) throws {
        let folder = try #require(Self.folder)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(sample.file)")))
        let found = try Importer.read(bytes)
        #expect(found.format == sample.format)
        #expect(found.bookmarks.count == sample.bookmarks)
        #expect(found.skipped.count == sample.skipped)
        #expect(found.failed.count == sample.failed)
        #expect(found.bookmarks.allSatisfy { $0.line > 0 && !$0.url.isEmpty })
    }

    @Test(
        .enabled(if: folder != nil, "CLOUDY_IMPORT_SAMPLES names no folder"),
        arguments: ["bmm-invalid.html", "bmm-invalid.json", "nbp-empty.html"])
    func invalidSamplesAreRefused(_ file: String) throws {
        let folder = try #require(Self.folder)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(file)")))
        #expect(throws: ImportError.self) { try Importer.read(bytes) }
    }
}
