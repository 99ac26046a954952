import Glibc
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// Pages that are saved one after the other.
@Suite(.endToEnd)
struct SaveInPartsTests {
    /// Whether a test is over.
    private final class Flag: Sendable { let value = Mutex(false) }

    /// A page is a document as soon as it has arrived, and undo takes back what was saved.
    @Test func savedPagesSurviveTheEndOfTheProgram() throws {
        let isOver = Flag()
        defer { isOver.value.withLock { $0 = true } }
        let server = try WebServer { request, connection in
            if request.path == "/slow" {
                while !isOver.value.withLock({ $0 }) { usleep(50_000) }
                return
            }
            connection.answer(200, ["Content-Type": "text/html"], SaveTests.article("queue"))
        }
        try withScratchHome { home in
            let id = try home.add(server.url("/page"), name: "Sharding")
            let slow = try home.add(server.url("/slow"), name: "Slow")
            let save = try home.open("save", id, slow)
            let waiting = try home.shell(
                """
                n=0
                until "$0" docs | grep page; do
                    n=$((n + 1)); [ $n -lt 300 ] || exit 1; sleep 0.1
                done
                """)
            #expect(waiting.status == 0)
            try save.signal(SIGKILL)
            _ = try save.exitStatus()
            #expect(try home.ok("docs").output.split(separator: "\n").count == 1)
            #expect(try home.ok("read", id).output.contains("more of the queue"))
            let undone = try home.ok("undo").output
            #expect(undone.contains("Saved the page of “Sharding” (only 1 of 2)"), "\(undone)")
            #expect(try home.run("docs").status == 1)
        }
    }

    @Test func titleOfTheListShowsHowMuchOfAPageHasArrived() throws {
        let isOver = Flag()
        defer { isOver.value.withLock { $0 = true } }
        let half = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        let server = try WebServer { _, connection in
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(2 << 20)\r\n\r\n")
            connection.send(half)
            while !isOver.value.withLock({ $0 }) { usleep(50_000) }
            connection.send(half)
        }
        try withScratchHome { home in
            try home.add(server.url("/page"), name: "Large")
            let list = try home.openList()
            try list.expect("Large")
            try list.press("P")
            try list.expect("saving 0/1, ", " of 2 MiB")
            isOver.value.withLock { $0 = true }
            try list.expect("Saved the page of “Large”")
        }
    }
}
