import TestSupport
import Testing

/// The man page says what the program's help says.
@Suite(.endToEnd)
struct ManualTests {
    @Test func isUpToDate() throws {
        let script = "\(Places.repository)/Scripts/manual"
        let written = try Command("python3", [script, Places.program]).run()
        #expect(written.status == 0, "\(written.errors)")
        let manual = try Command("cat", ["\(Places.repository)/Docs/cloudy.1"]).run().output
        #expect(written.output == manual, "run `make manual`")
    }
}
