import Glibc
import Interchange
import SeededRandom
import TestSupport
import Testing

/// Files that are nearly right, and some that are made to hurt: every reader must refuse or read
/// them, soon and in little memory. `CLOUDY_FUZZ` says how many are tried.
struct ImportFuzzTests {
    static let rounds = Mutator.rounds(3000, environment: Command.inheritedEnvironment)

    private static let seeds: [[UInt8]] =
        Fixture.all.map { Array($0.utf8) } + [
            PackedFiles.binaryPropertyList, PackedFiles.mozillaLZ4(Array(Fixture.firefox.utf8)),
        ]

    @Test func damagedFilesAreRefusedOrRead() {
        var mutator = Mutator(seed: 5, seeds: Self.seeds)
        var read = 0
        for round in 0..<Self.rounds {
            let bytes = mutator.next()
            // Every reader gets what another one's file has become.
            let all = ImportFormat.allCases
            let format = round.isMultiple(of: 2) ? nil : all[round / 2 % all.count]
            guard let found = try? Importer.read(bytes, as: format) else { continue }
            read += found.bookmarks.isEmpty ? 0 : 1
            #expect(found.bookmarks.allSatisfy { !$0.url.isEmpty && $0.line >= 0 })
            #expect(found.bookmarks.allSatisfy { ($0.added ?? 1).isFinite })
        }
        #expect(read > Self.rounds / 10, "some damage must leave bookmarks")
    }

    @Test(arguments: [
        ("<DL>", ""), ("<DL><DT><H3>x</H3>", ""), ("<!--", ""), ("<a href=\"", "x"), ("<", ">"),
        ("&", ";"), ("<DD>", ""), ("[", ""), ("{\"a\":", "1"), ("[[", "x"), ("[x](", ""),
        ("* [[", ""), ("\"", ""), ("<plist><array>", ""), ("<outline>", ""), ("a,", ""),
        ("#", " x"), ("- [", "]"), ("\\", "("), ("\u{1F469}\u{200D}", ""), ("\"\",", ""),
        ("https://", " "), ("<ul><li>", ""), ("<a href=x>", "<dd>"),
    ])
    func whatRepeatsWithoutEndIsDoneSoon(_ piece: String, _ end: String) {
        let text = "<DL>" + String(repeating: piece, count: 10_000) + end
        let started = ContinuousClock.now
        for format in Self.shapes {
            _ = try? Importer.read(Array(text.utf8), as: format)
            _ = try? Importer.read(Array(text.dropFirst(4).utf8), as: format)
        }
        // Far more than a loaded machine needs, and far less than what grows with the square.
        #expect(ContinuousClock.now - started < .seconds(60))
    }

    /// One format for each reader.
    private static let shapes: [ImportFormat?] = [
        nil, .netscape, .json, .jsonl, .csv, .xbel, .opml, .safari, .markdown, .org, .urls,
    ]

    @Test func aPackedFileCannotGrowWithoutEnd() {
        let packed = PackedFiles.mozillaLZ4(Array("[]".utf8))
        for size in [0, 1, 3, 1000, 1 << 28, 0xFFFF_FFFF] {
            var bytes = packed
            for index in 0..<4 { bytes[8 + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
            #expect(throws: ImportError.self) { try Importer.read(bytes) }
        }
    }

    @Test func moreEntriesThanAnybodyHasAreRefused() {
        let links = [UInt8](
            Array(repeating: Array("<a href=x:y>".utf8), count: 1_000_001).joined())
        #expect(throws: ImportError.self) { try Importer.read(links, as: .netscape) }
        let columns = String(repeating: "a,", count: 2000)
        #expect(throws: ImportError.self) { try read(columns, as: .csv) }
    }

    @Test func linesThatAreTooLongAreSaid() throws {
        let long = "- [" + String(repeating: "[", count: 200_000)
        let found = try read("- [A](https://a.example/)\n\(long)\n- <https://b.example/>\n")
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.failed.map(\.line) == [2])
        let large = [UInt8](repeating: 0x0A, count: 40_000_000)
        #expect(throws: ImportError.self) { try Importer.read(large, as: .markdown) }
    }

    @Test func entitiesAreRefused() {
        let bomb = """
            <!DOCTYPE xbel [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <xbel><bookmark href="https://a.example/"><title>&b;</title></bookmark></xbel>
            """
        #expect(throws: ImportError.self) { try read(bomb, as: .xbel) }
    }

    @Test func aFileThatIsTooLargeIsRefused() {
        let bytes = [UInt8](repeating: 0x20, count: Importer.maximumBytes + 1)
        #expect(throws: ImportError.self) { try Importer.read(bytes) }
    }
}
