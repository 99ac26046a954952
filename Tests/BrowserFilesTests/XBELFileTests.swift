import BrowserFiles
import SeededRandom
import Testing

/// Reading and writing the file as floccus does.
struct XBELFileTests {
    private static let sample = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" \
        "http://pyxml.sourceforge.net/topics/dtds/xbel.dtd">
        <xbel version="1.0">
        <!--- highestId :4194312: for Floccus bookmark sync browser extension -->
        <folder id="4194305"><title>Harbour</title>
          <bookmark href="https://tides.example/?a=1&amp;b=2" id="4194306">\
        <title>Tides &amp; &quot;currents&quot;</title></bookmark>
          <folder id="4194311"><title>empty one</title>
          </folder>
        </folder>
        <bookmark href="https://charts.example/" id="4194312"><title></title></bookmark>
        </xbel>

        """

    private static let tree = XBELFile(
        entries: [
            .init(number: 4_194_305, parent: 0, title: "Harbour"),
            .init(
                number: 4_194_306, parent: 4_194_305, title: "Tides & \"currents\"",
                url: "https://tides.example/?a=1&b=2"),
            .init(number: 4_194_311, parent: 4_194_305, title: "empty one"),
            .init(number: 4_194_312, parent: 0, title: "", url: "https://charts.example/"),
        ], highest: 4_194_312)

    private func read(_ text: String) throws -> XBELFile {
        try XBELFile(reading: Array(text.utf8))
    }

    private func entries(_ inner: String) throws -> [XBELFile.Entry] {
        try read("<xbel>\(inner)</xbel>").entries
    }

    @Test func treeIsWrittenExactlyAsFloccusWritesIt() {
        #expect(String(decoding: Self.tree.bytes, as: UTF8.self) == Self.sample)
    }

    @Test func writtenTreeIsReadBackUnchanged() throws {
        #expect(try read(Self.sample) == Self.tree)
    }

    @Test func titlesAndAddressesAreReadAsFloccusReadsThem() throws {
        let found = try entries(
            """
            <title>of the file</title><separator/>
            <bookmark id="7x" href=" https://a.example/ "><title>
              a &#10; b &nbsp; <![CDATA[<c> & d]]> <!-- & --></title><desc>not kept</desc>
              <info><metadata owner="x"><title>no</title></metadata></info></bookmark>
            """)
        #expect(
            found == [
                .init(
                    number: 7, parent: 0, title: "a &#10; b &nbsp; <c> & d",
                    url: "https://a.example/")
            ])
    }

    @Test func controlCharactersDoNotMakeAFileUnreadable() throws {
        let found = try entries(
            "<bookmark id=\"1\" href=\"https://a/\"><title>a\u{1}b\u{FFFE}c\u{1B}</title></bookmark>"
        )
        #expect(found.map(\.title) == ["abc"])
    }

    @Test func invalidAndRepeatedNumbersAreReplaced() throws {
        let found = try entries(
            ["NaN", "0", "-4", "9007199254740992", "", "3", "3"].map {
                "<folder id=\"\($0)\"><title>\($0)</title></folder>"
            }.joined() + "<folder><title>none</title></folder>")
        #expect(found.map(\.number) == [-1, -2, -3, -4, -5, 3, -6, -7])
    }

    @Test(arguments: [
        "", "{\"ciphertext\":\"AAAA\",\"salt\":\"00\"}", "QUJD", "<html></html>", "<xbel>",
        "<xbel><bookmark id=\"1\"><title>no address</title></bookmark></xbel>",
        "<xbel></xbel><xbel></xbel>", "<xbel><folder></xbel>",
    ])
    func incompleteAndOtherFilesAreRefused(_ text: String) {
        #expect(throws: XBELError.self) { try read(text) }
    }

    @Test func entityDeclarationsAreRefused() {
        let bomb = """
            <!DOCTYPE xbel [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <xbel><folder id="1"><title>&b;</title></folder></xbel>
            """
        #expect(throws: XBELError.self) { try read(bomb) }
        let outside = "<!DOCTYPE xbel SYSTEM \"file:///etc/passwd\"><xbel></xbel>"
        #expect(throws: Never.self) { try read(outside) }
    }

    @Test func tooDeepFoldersAreRefused() {
        let depth = XBELFile.maximumDepth + 2
        let deep =
            "<xbel>" + String(repeating: "<folder>", count: depth)
            + String(repeating: "</folder>", count: depth) + "</xbel>"
        #expect(throws: XBELError.self) { try read(deep) }
        let other =
            "<xbel>" + String(repeating: "<x>", count: depth)
            + String(repeating: "</x>", count: depth) + "</xbel>"
        #expect(throws: XBELError.self) { try read(other) }
    }

    @Test func titlesStayOnOneLine() throws {
        var file = XBELFile()
        file.entries = [
            .init(number: 5, parent: 0, title: " a\nb\u{2}<c>'\t", url: "https://x/\n'\"<&>")
        ]
        let read = try XBELFile(reading: file.bytes)
        #expect(read.entries[0].title == "a b<c>'")
        #expect(read.entries[0].url == "https://x/'\"<&>")
    }

    @Test func randomTreesAreReadBackUnchanged() throws {
        var random = SplitMix(seed: 31)
        let letters = ["a", "&", "<", ">", "\"", "'", "é", "漢", "🙂", "]]>", "--", " ", "&amp;"]
        for _ in 0..<50 {
            var file = XBELFile(highest: Int.random(in: 1..<1 << 40, using: &random))
            var folders = [0]
            for number in 1...40 {
                let title = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    letters.randomElement(using: &random) ?? ""
                }.joined().trimmingBlanks
                let isFolder = Int.random(in: 0..<4, using: &random) == 0
                let parent = folders.randomElement(using: &random) ?? 0
                file.entries.append(
                    .init(
                        number: number, parent: parent, title: title,
                        url: isFolder ? nil : "https://\(number).example/?\(title)"))
                if isFolder { folders.append(number) }
            }
            file.sort()
            #expect(try XBELFile(reading: file.bytes) == file)
        }
    }

    @Test func truncatedFileIsRefused() {
        let bytes = Self.tree.bytes
        for end in 0..<bytes.count - 8 {
            #expect(throws: XBELError.self) { try XBELFile(reading: Array(bytes[..<end])) }
        }
    }

    /// Damaged files are read or refused.
    @Test func damagedFilesAreRefusedOrReadWithUniqueNumbers() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<2000 {
            var bytes = Self.tree.bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if let file = try? XBELFile(reading: bytes) {
                #expect(Set(file.entries.map(\.number)).count == file.entries.count)
            }
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
