import Interchange
import Testing

/// Tables as spreadsheets, databases and services write them.
struct TableTests {
    @Test(arguments: [
        "sep=;\nTitle;URL;Tags\nA;https://a.example/;x,y\n",
        "\"sep=;\"\r\nTitle;URL;Tags\r\nA;https://a.example/;x,y\r\n",
        "SEP=|\nTitle|URL|Tags\nA|https://a.example/|x,y\n",
        "sep=\t\nTitle\tURL\tTags\nA\thttps://a.example/\tx,y\n",
    ])
    func excelsSepLineNamesTheSeparator(_ text: String) throws {
        let found = try read(text)
        #expect(found.format == .csv && found.urls == ["https://a.example/"])
        #expect(found.bookmarks[0].name == "A" && found.bookmarks[0].tags == ["x", "y"])
        #expect(found.bookmarks[0].line == 3)
    }

    @Test func excelsUTF16TableWithTabsIsRead() throws {
        let text = "Title\tURL\tTags\r\nGrüße 東京\thttps://a.example/\tx\r\n"
        for isBig in [false, true] {
            var bytes: [UInt8] = isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]
            for unit in text.utf16 {
                let pair = [UInt8(unit >> 8), UInt8(unit & 255)]
                bytes += isBig ? pair : pair.reversed()
            }
            let found = try Importer.read(bytes)
            #expect(found.bookmarks.map(\.name) == ["Grüße 東京"])
        }
    }

    @Test func backslashesMayEscapeQuotes() throws {
        let found = try read(
            #"""
            "url","title"
            "https://a.example/","say \"hi\" now"
            "https://b.example/","\"all\""
            "https://c.example/","C:\\"
            "https://d.example/","two
            lines \"x\" y"
            """#)
        #expect(
            found.bookmarks.map(\.name) == [
                "say \"hi\" now", "\"all\"", "C:\\", "two lines \"x\" y",
            ])
        #expect(found.bookmarks.map(\.line) == [2, 3, 4, 5])
    }

    /// A backslash escapes only if it is also used before other characters: a Windows path may end
    /// with one.
    @Test func fieldMayEndWithABackslash() throws {
        let found = try read(
            "\"url\",\"title\"\n\"https://a.example/\",\"C:\\\"\nx:b,\"a \"\"b\"\"\"\n")
        #expect(found.bookmarks.map(\.name) == ["C:\\", "a \"b\""])
    }

    @Test(arguments: ["Title,Note,URL,Tags,Comment", "Titel,Notiz,URL,Tags,Kommentar"])
    func googleListsAreRead(_ head: String) throws {
        let rows =
            "\(head)\n,,,,\nA,note a,https://a.example/,x y,c\n, , ,,\nB,,https://b.example/,,\n"
        let plain = try read(rows)
        #expect(plain.urls == ["https://a.example/", "https://b.example/"])
        #expect(plain.failed.isEmpty && plain.warnings.isEmpty && plain.unreadFields.isEmpty)
        #expect(plain.bookmarks[0].notes == "note a\n\nc" && plain.bookmarks[0].name == "A")
        for description in ["My list, of things", "Two\n\nlines: of it", "What? a,b,c,d,e"] {
            let found = try read("\(description)\n\n\(rows)")
            #expect(found.urls == plain.urls && found.format == .csv)
            #expect(found.warnings.map(\.line) == [1])
            let before = description.split(separator: "\n").count
            #expect(found.bookmarks[0].line > before + 3)
        }
    }

    /// Made from https://github.com/Kovah/LinkAce (app/Http/Controllers/App/ExportController.php).
    @Test func firstOfSeveralListsBecomesTheFolder() throws {
        let found = try read(
            """
            id,user_id,url,title,description,is_private,created_at,updated_at,tags,lists
            1,1,https://a.example/,A,About,0,2020-09-13T12:26:40.000000Z,,"x,y","Read later,Work"
            2,1,https://b.example/,B,,0,2020-09-13T12:26:40.000000Z,,,Read later
            3,1,https://c.example/,C,,0,2020-09-13T12:26:40.000000Z,,z,
            4,1,https://d.example/,D,,0,2020-09-13T12:26:40.000000Z,,,"[""Read, later"",""Work""]"
            """)
        #expect(found.bookmarks.map(\.folder) == ["Read later", "Read later", "", "Read, later"])
        #expect(found.bookmarks.map(\.tags) == [["x", "y", "Work"], [], ["z"], ["Work"]])
        #expect(found.unreadFields == ["user_id"])
    }

    @Test func mappingMayNumberTheColumns() throws {
        let mapping = try RecordMapping("url=3,name=1,tags=2")
        let found = try read("A;x,y;https://a.example/\nB;;https://b.example/\n", mapping: mapping)
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks[0].name == "A" && found.bookmarks[0].tags == ["x", "y"])
        let headed = try read("Wer;Was;Wo\nA;x;https://a.example/\n", mapping: mapping)
        #expect(headed.urls == ["https://a.example/"])
        #expect(throws: ImportError.self) {
            try read("A,https://a.example/\n", mapping: RecordMapping("url=9"))
        }
    }

    /// A column of icons contains URLs, too.
    @Test func errorSuggestsAColumnOnlyIfItIsUnambiguous() {
        let error = #expect(throws: ImportError.self) {
            try read("Name,Symbol,Ort\nA,https://i.example/a.png,https://a.example/\n", as: .csv)
        }
        #expect(error?.message.contains("Symbol (https://i.example/a.png), Ort (https") == true)
        let one = #expect(throws: ImportError.self) {
            try read("Name,Favicon,Ort\nA,https://i.example/a.png,https://a.example/\n", as: .csv)
        }
        #expect(one?.message.hasSuffix("--map url=Ort") == true)
    }

    @Test func secondColumnOfTheSameNameIsReported() throws {
        let found = try read(
            """
            url,title,url,Title,tags,tags
            https://a.example/,A,https://b.example/,B,x,y
            https://c.example/,,https://c.example/,C,,
            """)
        #expect(found.urls == ["https://a.example/", "https://c.example/"])
        #expect(found.bookmarks.map(\.name) == ["A", "C"])
        #expect(found.bookmarks[0].tags == ["x", "y"])
        #expect(
            found.warnings.map(\.reason) == [
                "two columns are called “url”; ignored: “https://b.example/”",
                "two columns are called “title”; ignored: “B”",
            ])
    }
}
