import ScratchFolder
import TestSupport
import Testing

/// A database that lost a part of itself gets a message that says what to do.
@Suite(.endToEnd)
struct LostTableTests {
    @Test(arguments: ["meta", "revision", "derived", "bookmarks"])
    func lostTableIsReportedAsDamage(_ table: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let replica = home.deviceFolder() + "/replica.sqlite"
            _ = try home.python(
                """
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as file: file.execute("DROP TABLE " + sys.argv[2])
                """, replica, table)
            let outcome = try home.run("list")
            #expect(outcome.status == 65, "\(outcome)")
            #expect(
                outcome.errors.contains("\(replica) is damaged (no such table: \(table)). Move it"),
                "\(outcome.errors)")
            #expect(!outcome.errors.contains("SELECT"), "\(outcome.errors)")
            // The advice works.
            #expect(try home.shell("rm '\(replica)'*; \"$0\" sync").status == 0)
            #expect(try home.list().map(\.name) == ["Alpha"])
        }
    }
}
