import ScratchFolder
import TestSupport
import Testing

/// The agent, which talks to a server for a device, as a process.
@Suite(.endToEnd)
struct AgentTests {
    private func agents(of home: Home) throws -> [Substring] {
        try home.shell(
            "ps -eo pid=,args= | awk '/[c]loudy-agent --home/ && index($0, \"\(home.path) \")"
                + " {print $1}'"
        ).output.split(separator: "\n")
    }

    /// A script that repeatedly kills the agents of a device at different moments: when an agent
    /// starts, when it listens, and when it syncs.
    private func killer(of home: Home) -> String {
        """
        cd '\(home.deviceFolder("desk"))' || exit 1
        number=0
        until [ -e '\(home.path)/done' ]; do
            case $((number % 3)) in
            1) until [ -S "$(head -n 1 agent 2>/dev/null)" ] || [ -e '\(home.path)/done' ]
               do :; done ;;
            2) while flock -n engine.lock true && ! [ -e '\(home.path)/done' ]; do :; done ;;
            esac
            pkill -9 -f '[c]loudy-agent --home \(home.path) ' && number=$((number + 1))
        done
        echo $number
        """
    }

    /// Kills the agent, and waits until the system has closed its files and sockets.
    private func killAgent(of home: Home) throws {
        try home.shell(
            """
            pkill -9 -f '[c]loudy-agent --home \(home.path) '
            cd '\(home.deviceFolder("desk"))'
            \(home.untilAgentIsGone)
            """)
    }

    @Test func editsArriveAlthoughTheAgentIsKilled() throws {
        try withDesk { desk, server in
            let edits = (1...12).map { number in
                "\"$0\" add https://a.example/\(number) >/dev/null 2>&1 || echo failed \(number)"
            }.joined(separator: "\n")
            let outcome = try desk.shell(
                "(\(killer(of: desk))) & (\(edits)); touch '\(desk.path)/done'; wait")
            let killed = Int(outcome.output.filter(\.isNumber)) ?? 0
            #expect(killed >= 3 && !outcome.output.contains("failed"), "\(outcome.output)")
            // The next command starts an agent that continues.
            try desk.ok("sync")
            #expect(try server.rows("SELECT count(*) FROM records") == "12")
            #expect(try desk.status(device: "desk").unsent == 0)
            #expect(try desk.list(device: "desk").count == 12)
        }
    }

    /// Earlier edits are sent without another command.
    @Test func agentSendsEarlierEditsWhenTheServerIsBack() throws {
        try withDesk { desk, server in
            try desk.ok("sync")
            try server.kill()
            try killAgent(of: desk)
            let set = try desk.run(
                ["set", "theme", "dark"], program: Places.built("roundtrip"))
            #expect(set.status == 0, "\(set.errors)")
            try desk.ok("add", "https://a.example/")
            #expect(try desk.status(device: "desk").unsent == 1)
            try server.start()
            #expect(
                try wait(for: .seconds(60)) {
                    try server.rows("SELECT count(*) FROM records") == "1"
                })
            #expect(try wait(for: .seconds(60)) { try server.holds("theme") })
        }
    }

    @Test func agentSendsTheEditOfAnotherProgramThatEnded() throws {
        try withDesk { desk, server in
            try desk.ok("sync")
            try killAgent(of: desk)
            let set = try desk.run(
                ["set", "theme", "dark"], program: Places.built("roundtrip"))
            #expect(set.status == 0, "\(set.errors)")
            #expect(try wait(for: .seconds(60)) { try server.holds("theme") })
        }
    }

    @Test func manyCommandsStartOneAgent() throws {
        try withDesk { desk, _ in
            try desk.ok("sync")
            try killAgent(of: desk)
            let all = try desk.shell(
                (1...6).map { _ in "\"$0\" sync & pids=\"$pids $!\"" }.joined(separator: "\n")
                    + "\nfor pid in $pids; do wait $pid || echo failed; done")
            #expect(all.output == "" && all.errors == "", "\(all)")
            #expect(try wait { try agents(of: desk).count == 1 })
        }
    }

    /// A command reports a halted agent after a while, and nothing is lost.
    @Test func haltedAgentIsReportedAndLosesNoEdits() throws {
        try withDesk { desk, server in
            try desk.ok("sync")
            let agent = try #require(try agents(of: desk).first)
            try desk.shell("kill -STOP \(agent)")
            #expect(try desk.run("add", "https://a.example/").status == 0)
            let sync = try desk.run("sync")
            #expect(sync.status == 69)
            #expect(sync.errors.contains("The agent of desk does not answer"), "\(sync.errors)")
            #expect(sync.errors.contains("kill -CONT \(agent)"), "\(sync.errors)")
            let status = try desk.run("status")
            #expect(status.errors.contains("does not answer"), "\(status)")
            try desk.shell("kill -CONT \(agent)")
            try desk.ok("sync")
            #expect(try server.rows("SELECT count(*) FROM records") == "1")
            #expect(try desk.status(device: "desk").unsent == 0)
            #expect(try agents(of: desk) == [agent])
        }
    }

    @Test func agentRunsInTheRootFolder() throws {
        try withDesk { desk, _ in
            try desk.ok("sync")
            let agent = try #require(try agents(of: desk).first)
            #expect(try desk.shell("readlink /proc/\(agent)/cwd").output == "/\n")
        }
    }

    /// The socket belongs to the user alone, and the agent's arguments and environment contain no
    /// token.
    @Test func agentKeepsItsSocketAndTokenPrivate() throws {
        try withDesk { desk, server in
            try desk.ok("sync")
            let note = "\(desk.deviceFolder("desk"))/agent"
            let modes = try desk.shell(
                "path=$(head -n 1 '\(note)'); stat -c '%a %U %F' \"$path\" \"${path%/*}\"; id -un")
            let lines = modes.output.split(separator: "\n")
            try #require(lines.count == 3, "\(modes)")
            #expect(lines[0] == "600 \(lines[2]) socket")
            #expect(lines[1] == "700 \(lines[2]) directory")
            let process = try #require(try agents(of: desk).first)
            let shown = try desk.shell(
                "cd /proc/\(process) && cat cmdline environ | tr '\\0' '\\n'"
            )
            #expect(!shown.output.contains(server.token))
        }
    }

    /// The same agent is used with and without `$XDG_RUNTIME_DIR`.
    @Test func agentIsFoundThroughANoteInTheDeviceFolder() throws {
        try withDesk { desk, _ in
            try desk.ok("sync")
            let before = try agents(of: desk)
            let runtime = desk.folder.path("runtime")
            try desk.shell("mkdir -m 700 '\(runtime)'")
            let other = desk.with(["XDG_RUNTIME_DIR": runtime])
            try other.ok("sync")
            #expect(try agents(of: desk) == before && before.count == 1)
            try killAgent(of: desk)
            try other.ok("sync")
            let note = try desk.shell("cat '\(desk.deviceFolder("desk"))/agent'").output
            #expect(note.hasPrefix(runtime + "/cloudy/"), "\(note)")
            try desk.ok("sync")
        }
    }
}
