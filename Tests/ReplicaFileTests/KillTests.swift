import Glibc
import ScratchFolder
import TestSupport
import Testing

/// A process that is killed while writing loses nothing that it acknowledged.
@Suite(.ownThread)
struct KillTests {
    let folder = ScratchFolder()

    private var environment: [String: String] {
        var variables = Command.inheritedEnvironment
        variables["CLOUDY_HOME"] = folder.path("home")
        variables["CLOUDY_DEVICE"] = "desk"
        return variables
    }

    @Test func everyPrintedBookmarkSurvivesAKill() throws {
        // The shell adds one bookmark after the other, and the kill comes at a random moment.
        let script = """
            i=0
            while :; do i=$((i + 1)); "$0" add --offline "https://example.com/$$/$i" & child=$!
            echo $child > "$1"; wait $child || exit; done 2> /dev/null
            """
        let killer = """
            sh -c "$2" "$0" "$1" > "$3" & loop=$!
            until [ "$(wc -l < "$3")" -ge "$4" ]; do sleep 0.01; done
            kill -9 $loop; kill -9 $(cat "$1"); wait $loop; true
            """
        for round in 1...3 {
            let printed = "printed-\(round)"
            let outcome = try Command(
                "sh",
                [
                    "-c", killer, Places.program, folder.path("child"), script,
                    folder.path(printed), "\(round * 3)",
                ], environment: environment
            ).run(timeout: .seconds(60))
            #expect(outcome.status == 0, "\(outcome.errors)")
            let ids = String(decoding: folder.read(printed), as: UTF8.self).split(separator: "\n")
            #expect(ids.count >= round * 3)
            let list = try Command(
                Places.program, ["list", "--json"], environment: environment
            ).run()
            for id in ids { #expect(list.output.contains("\"id\":\"\(id)\""), "\(list.errors)") }
        }
    }
}
