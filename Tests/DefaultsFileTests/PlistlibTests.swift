import Bookmarks
import DefaultsContent
import DefaultsFile
import Glibc
import ScratchFolder
import Testing

/// Python's `plistlib`, an independent implementation, reads the files that we write, and we read
/// those that it writes.
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "Python is installed"))
struct PlistlibTests {
    let folder = ScratchFolder()

    /// The output of Python, given `script` on its standard input and the folder as its argument.
    private func python(_ script: String) throws -> String {
        let path = folder.write("script.py", script.utf8)
        let pipe = try #require(popen("/usr/bin/python3 \(path) \(folder.path) 2>&1", "r"))
        var output: [UInt8] = []
        while case let byte = fgetc(pipe), byte != EOF { output.append(UInt8(byte)) }
        #expect(pclose(pipe) == 0)
        return String(decoding: output, as: UTF8.self)
    }

    @Test func pythonReadsTheWrittenPropertyList() throws {
        try DefaultsFile(path: folder.path("defaults.plist")).write(DefaultsFileTests.content)
        let output = try python(
            """
            import json, plistlib, sys
            found = plistlib.load(open(sys.argv[1] + "/defaults.plist", "rb"))
            print(json.dumps(found, default=str, ensure_ascii=False, sort_keys=True, indent=0))
            """)
        #expect(
            output == """
                {
                "bookmarks": [
                {
                "added": "2023-11-14 22:13:20",
                "device": "laptop",
                "folder": "work/swift",
                "id": "0123456789abc",
                "modified": "2023-11-14 22:13:21",
                "name": "Swift & <Co> “日本” 👩‍💻",
                "notes": "one\\ntwo\\r\\nthree\\tfour\\r",
                "tags": [
                "lang",
                "c++"
                ],
                "url": "https://swift.org?a=1&b=2"
                },
                {
                "added": "1969-12-31 23:59:59",
                "id": "0123456789abd",
                "modified": "1969-12-31 23:59:59",
                "name": "",
                "url": "x:y"
                }
                ],
                "recentlyDeleted": [
                {
                "added": "1970-01-01 00:00:00",
                "id": "0123456789abe",
                "modified": "1970-01-01 00:00:00",
                "name": "Gone",
                "url": "x:z"
                }
                ],
                "settings": {
                "blob": "b'\\\\x00\\\\xff\\\\x07'",
                "count": -9223372036854775808,
                "list": [
                1,
                {},
                []
                ],
                "mouse": true,
                "nested": {
                "a": {
                "b": "<>&"
                }
                },
                "ratio": 0.1,
                "seen": "1970-01-02 00:00:00",
                "sort": "name"
                },
                "version": 2
                }

                """)
    }

    @Test func propertyListWrittenByPythonIsRead() throws {
        let file = DefaultsFile(path: folder.path("defaults.plist"))
        for format in ["FMT_XML", "FMT_BINARY"] {
            try file.write(DefaultsFileTests.content)
            let ours = try file.read().found
            _ = try python(
                """
                import plistlib, sys
                path = sys.argv[1] + "/defaults.plist"
                found = plistlib.load(open(path, "rb"))
                plistlib.dump(found, open(path, "wb"), fmt=plistlib.\(format))
                """)
            var theirs = try file.read().found
            // Python writes bare carriage returns into XML, which every XML reader turns into line
            // feeds. Such a change is not an edit.
            let edits = HandEdits.between(
                written: DefaultsFileTests.content.bookmarks, found: theirs)
            #expect(edits == [])
            if format == "FMT_XML" {
                theirs.bookmarks[0].draft.notes = ours.bookmarks[0].draft.notes
            }
            #expect(theirs == ours)
        }
    }
}
