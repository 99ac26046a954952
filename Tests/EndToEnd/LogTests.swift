import ScratchFolder
import TestSupport
import Testing

/// The log of a list tells what happened, and nothing that is anybody else's business.
@Suite(.endToEnd)
struct LogTests {
    private func log(_ options: String...) throws -> String {
        try withScratchHome { home in
            try home.add("https://secret.example/", name: "Hidden")
            let file = "\(home.folder.path)/log"
            let list = try home.open(
                ["--log", file] + options, columns: 80, program: Places.program)
            try list.expect("Hidden")
            try list.add("https://typed.example/", name: "Typed")
            try list.press("d")
            try list.expect("Deleted")
            try list.press("q")
            let isWhole = try wait { try home.shell("grep -q quit \(file)").status == 0 }
            #expect(isWhole)
            return try Command("cat", [file]).run().output
        }
    }

    @Test func itTellsWhatHappenedAndNoContent() throws {
        let log = try log()
        for word in ["cloudy 0.1.0", "terminal ", "80x24", "-> add", "-> delete", "-> quit"] {
            #expect(log.contains(word), "\(word)")
        }
        for word in ["secret", "Hidden", "typed.example", "Typed"] {
            #expect(!log.contains(word), "\(word)")
        }
    }

    @Test func askedForItHasTheContent() throws {
        let log = try log("--log-content")
        #expect(log.contains("typed.example") && log.contains("Typed"))
    }
}
