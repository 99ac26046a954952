import TestSupport
import Testing

/// The bookmarks with which `make demo` and `make picture` begin.
@Suite(.endToEnd)
struct SamplesTests {
    @Test func samplesAreImportedWithoutLoss() throws {
        try withScratchHome { home in
            let file = "\(Places.repository)/Scripts/samples.csv"
            let imported = try home.run("import", "--json", file)
            #expect(imported.status == 0, "\(imported.errors)")
            #expect(imported.output.contains(#""skipped":[]"#), "\(imported.output)")
            #expect(imported.output.contains(#""warnings":[]"#), "\(imported.output)")
            #expect(imported.output.contains(#""unreadFields":[]"#), "\(imported.output)")
            let lines = try Command("cat", [file]).run().output.split(separator: "\n").count
            #expect(try home.list().count == lines - 1)
        }
    }
}
