import Interchange
import SeededRandom
import TestSupport
import Testing

/// Damaged files, and some that are made to do harm: every reader must refuse or read them quickly,
/// and without much memory.
@Suite(.ownThread)
struct ImportFuzzTests {
    private static let seeds: [[UInt8]] =
        Fixture.all.map { Array($0.utf8) } + [
            PackedFiles.binaryPropertyList, PackedFiles.zip,
            PackedFiles.mozillaLZ4(Array(Fixture.firefox.utf8)),
        ]

    /// Reads bytes; returns whether they contain bookmarks.
    private func isRead(_ bytes: [UInt8], as format: ImportFormat?) -> Bool {
        guard let found = try? Importer.read(bytes, as: format) else { return false }
        #expect(found.bookmarks.allSatisfy { !$0.url.isEmpty && $0.line >= 0 })
        #expect(found.bookmarks.allSatisfy { ($0.added ?? 1).isFinite })
        return !found.bookmarks.isEmpty
    }

    @Test func damagedFilesAreRefusedOrRead() {
        var fuzzer = Fuzzer(
            "a file of any format", seed: 5, seeds: Self.seeds, rounds: 3000,
            environment: Command.inheritedEnvironment)
        // Every reader also gets damaged files of the other formats.
        let all = ImportFormat.allCases
        let outcome = fuzzer.run { bytes, round in
            isRead(bytes, as: round.isMultiple(of: 2) ? nil : all[round / 2 % all.count])
        }
        #expect(outcome.sound > outcome.rounds / 10, "some damaged files must still give bookmarks")
    }

    /// Valid texts of each format.
    private static let texts: [(ImportFormat, [String])] = [
        (.netscape, [Fixture.netscape, Fixture.pocketPage]), (.firefox, [Fixture.firefox]),
        (.chrome, [Fixture.chrome]), (.safari, [Fixture.safari]), (.pinboard, [Fixture.pinboard]),
        (.pocket, [Fixture.pocket]), (.instapaper, [Fixture.instapaper]),
        (.raindrop, [Fixture.raindrop]), (.linkding, [Fixture.linkding]),
        (.linkwarden, [Fixture.linkwarden]), (.wallabag, [Fixture.wallabag]),
        (.omnivore, [Fixture.omnivore]), (.xbel, [Fixture.xbel]), (.opml, [Fixture.opml]),
        (.markdown, [Fixture.markdown]), (.org, [Fixture.org]), (.urls, [Fixture.urls]),
        (.json, [Fixture.cloudy, Fixture.pinboard]), (.jsonl, [Fixture.jsonLines]),
        (.csv, [Fixture.csv, Fixture.raindrop]), (.cloudy, [Fixture.cloudy]),
        (.feed, [Fixture.rss, Fixture.atom]), (.link, [Fixture.favorite, Fixture.webloc]),
        (.reader, [SavedItemsTests.starred]), (.keep, [SavedItemsTests.note]),
        (.telegram, [SavedItemsTests.chat]),
    ]

    private static func files(_ format: ImportFormat, _ texts: [String]) -> [[UInt8]] {
        let files = texts.map { Array($0.utf8) }
        switch format {
        case .safari: return files + [PackedFiles.binaryPropertyList]
        case .csv, .link: return files + [PackedFiles.zip]
        case .firefox: return files + [PackedFiles.mozillaLZ4(files[0])]
        default: return files
        }
    }

    /// The indices of all formats, or of those that `CLOUDY_FUZZ_FORMATS` names, separated by
    /// commas.
    private static var chosen: [Int] {
        let names = Command.inheritedEnvironment["CLOUDY_FUZZ_FORMATS"]?.split(separator: ",")
        return texts.indices.filter { names?.contains(texts[$0].0.rawValue[...]) ?? true }
    }

    @Test(arguments: chosen)
    func damagedFilesOfOneFormatAreRefusedOrRead(_ index: Int) {
        let (format, texts) = Self.texts[index]
        var fuzzer = Fuzzer(
            "`\(format.rawValue)`", seed: 100 + UInt64(index), seeds: Self.files(format, texts),
            rounds: 300, environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in isRead(bytes, as: format) }
        #expect(outcome.sound > 0, "some damaged files must still give bookmarks")
        #expect(outcome.longest < 5, "a small damaged file must be read within 5 seconds")
    }

    @Test func everyFileFormatIsFuzzed() {
        let tried = Self.texts.map(\.0)
        #expect(Set(tried).count == tried.count)
        #expect(
            ImportFormat.allCases.filter { !tried.contains($0) }
                == [.linkdingData, .shiori, .archiveBox, .buku, .places, .files])
    }

    @Test(arguments: [
        ("<DL>", ""), ("<DL><DT><H3>x</H3>", ""), ("<!--", ""), ("<a href=\"", "x"), ("<", ">"),
        ("&", ";"), ("<DD>", ""), ("[", ""), ("{\"a\":", "1"), ("[[", "x"), ("[x](", ""),
        ("* [[", ""), ("\"", ""), ("<plist><array>", ""), ("<outline>", ""), ("a,", ""),
        ("#", " x"), ("- [", "]"), ("\\", "("), ("\u{1F469}\u{200D}", ""), ("\"\",", ""),
        ("https://", " "), ("<ul><li>", ""), ("<a href=x>", "<dd>"), ("<DD><!--", ""),
        ("<DT><A HREF=x:1>a</A><DD><dl><dt", ""), ("<DT><A HREF=x:1><li>", ""),
        ("<DD><h3>", ""), ("<DT><a href=\"x", "'"), ("**[", ""), ("![", "]("), ("~~*_", ""),
        ("<!", ""), ("\n:URL: ", ""),
    ])
    func longRepetitionsAreReadQuickly(_ piece: String, _ end: String) {
        let (short, long) = (Self.readingTime(piece, 625, end), Self.readingTime(piece, 2500, end))
        // Four times the text may take four times as long; quadratic time would be sixteen times.
        #expect(long < .seconds(1) || long < short * 10)
    }

    /// Returns the time that all readers take together for a piece that repeats.
    private static func readingTime(_ piece: String, _ count: Int, _ end: String) -> Duration {
        let text = "<DL>" + String(repeating: piece, count: count) + end
        let started = processorTime()
        for format in shapes {
            _ = try? Importer.read(Array(text.utf8), as: format)
            _ = try? Importer.read(Array(text.dropFirst(4).utf8), as: format)
        }
        return processorTime() - started
    }

    /// One format for each reader.
    private static let shapes: [ImportFormat?] = [
        nil, .netscape, .json, .jsonl, .csv, .xbel, .opml, .safari, .markdown, .org, .urls,
    ]

    @Test func packedFileWithAWrongSizeIsRefused() {
        let packed = PackedFiles.mozillaLZ4(Array("[]".utf8))
        for size in [0, 1, 3, 1000, 1 << 28, 0xFFFF_FFFF] {
            var bytes = packed
            for index in 0..<4 { bytes[8 + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
            #expect(throws: ImportError.self) { try Importer.read(bytes) }
        }
    }

    @Test func tooManyEntriesOrColumnsAreRefused() {
        let links = Array(String(repeating: "x:y\n", count: 1_000_001).utf8)
        #expect(throws: ImportError.self) { try Importer.read(links, as: .urls) }
        let columns = String(repeating: "a,", count: 2000)
        #expect(throws: ImportError.self) { try read(columns, as: .csv) }
    }

    @Test func tooLongLinesAreReported() throws {
        let long = "- [" + String(repeating: "[", count: 200_000)
        let found = try read("- [A](https://a.example/)\n\(long)\n- <https://b.example/>\n")
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.failed.map(\.line) == [2])
        let large = [UInt8](repeating: 0x0A, count: 40_000_000)
        #expect(throws: ImportError.self) { try Importer.read(large, as: .markdown) }
    }

    @Test func xmlEntityDeclarationsAreRefused() {
        let bomb = """
            <!DOCTYPE xbel [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <xbel><bookmark href="https://a.example/"><title>&b;</title></bookmark></xbel>
            """
        #expect(throws: ImportError.self) { try read(bomb, as: .xbel) }
    }

    @Test func tooLargeFileIsRefused() {
        let bytes = [UInt8](repeating: 0x20, count: Importer.maximumBytes + 1)
        #expect(throws: ImportError.self) { try Importer.read(bytes) }
    }
}
