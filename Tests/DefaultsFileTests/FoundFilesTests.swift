import Bookmarks
import DefaultsContent
import DefaultsFile
import Glibc
import Replication
import ScratchFolder
import Testing

/// Files that people, other programs and bad disks leave behind.
@Suite struct FoundFilesTests {
    let folder = ScratchFolder()
    var file: DefaultsFile { DefaultsFile(path: folder.path("defaults.plist")) }

    private func read(_ text: String) throws -> FoundDefaults {
        folder.write("defaults.plist", text.utf8)
        return try file.read().found
    }

    private func code(_ bytes: some Sequence<UInt8>) -> DefaultsError.Code? {
        folder.write("defaults.plist", bytes)
        do { _ = try file.read() } catch { return error.code }
        return nil
    }

    private static func plist(_ bookmarks: String, _ more: String = "") -> String {
        "<plist><dict><key>bookmarks</key><array>\(bookmarks)</array>\(more)</dict></plist>"
    }

    @Test func handWrittenEntriesAreReadOrReported() throws {
        let found = try read(
            Self.plist(
                """
                <dict><key>url</key><string>https://swift.org</string></dict>
                <string>oops</string>
                <!-- <dict> --><dict><key>id</key><string>a</string>
                    <key>name</key><string>b</string></dict>
                <dict><key>url</key><string><![CDATA[x:<a>]]></string><key>tags</key>
                    <string>#a, b</string><key>added</key><string>today</string>
                    <key>extra</key><true/></dict>
                <dict><key>id</key><string>c</string><key>url</key><integer>1</integer></dict>
                <dict><key>url</key><string>x:y</string><key>tags</key><array><true/></array></dict>
                <dict/>
                """))
        #expect(
            found.bookmarks == [
                .init(index: 0, draft: BookmarkDraft(url: "https://swift.org")),
                .init(index: 3, draft: BookmarkDraft(url: "x:<a>", tags: ["a", "b"])),
            ])
        #expect(
            found.malformed == [
                .init(index: 1, reason: "It isn't a dictionary."),
                .init(index: 2, id: "a", reason: "It has no url."),
                .init(index: 4, id: "c", reason: "Its url isn't a string."),
                .init(index: 5, reason: "Its tags aren't an array of strings."),
                .init(index: 6, reason: "It has no url."),
            ])
    }

    @Test(arguments: [
        "", " ", "x", "{ bookmarks = (); }", "(((((", "<plist>", "<plist><dict></plist>", "<a>",
        "</dict>",
        "<plist><array/></plist>", "<plist><dict/></plist>", "<plist><string>a</string></plist>",
        "<plist><dict><key>bookmarks</key><dict/></dict></plist>",
        "<plist><dict><key>bookmarks</key></dict></plist>", "<!--", "<!DOCTYPE", "<?xml",
        "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict/></plist>",
        "<plist><dict><key>bookmarks</key><array/></dict>", "bplist00", "bplist00" + "\u{0}",
    ])
    func textWithoutABookmarkListIsCorrupt(text: String) {
        #expect(code(text.utf8) == .corrupt)
    }

    @Test func tornFilesAreCorrupt() throws {
        try file.write(DefaultsFileTests.content)
        let whole = folder.read("defaults.plist")
        for count in stride(from: 0, to: whole.count - 10, by: 7) {
            #expect(code(whole[..<count]) == .corrupt)
        }
    }

    @Test func invalidUTF8IsCorrupt() {
        let text = Array(Self.plist("<dict><key>url</key><string>?</string></dict>").utf8)
        #expect(code(text.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }) == .corrupt)
        #expect(code(text.flatMap { [$0, 0] }) == .corrupt)
    }

    @Test(arguments: ["array", "dict><key>a</key", "plist", "array x=\"></array>\"", "array x='>'"])
    func tooDeepNestingIsRefused(tag: String) {
        let opening =
            "<plist><dict><key>settings</key>" + String(repeating: "<\(tag)>", count: 1_000_000)
        #expect(code(opening.utf8) == .corrupt)
    }

    @Test func deepestAllowedNestingIsRead() throws {
        let deep =
            String(repeating: "<array>", count: 62) + String(repeating: "</array>", count: 62)
        let settings = "<key>settings</key><dict><key>a</key>\(deep)</dict>"
        #expect(try read(Self.plist("", settings)).settings["a"] != nil)
        let deeper = settings.replacing(deep, with: "<array><array>\(deep)</array></array>")
        #expect(code(Self.plist("", deeper).utf8) == .corrupt)
    }

    @Test func fileOfANewerVersionIsRefused() throws {
        #expect(code(Self.plist("", "<key>version</key><integer>3</integer>").utf8) == .newer)
        #expect(
            code("<plist><dict><key>version</key><integer>9</integer></dict></plist>".utf8)
                == .newer)
        #expect(try read(Self.plist("", "<key>version</key><string>a</string>")) == FoundDefaults())
    }

    @Test func missingFilePipeOrFolderCannotBeRead() {
        #expect(throws: DefaultsError.self) { try file.read() }
        mkfifo(file.path, 0o600)
        let error = #expect(throws: DefaultsError.self) { try file.read() }
        #expect(error?.code == .cannotRead)
        unlink(file.path)
        mkdir(file.path, 0o700)
        let folderError = #expect(throws: DefaultsError.self) { try file.read() }
        #expect(folderError?.code == .cannotRead)
    }
}
