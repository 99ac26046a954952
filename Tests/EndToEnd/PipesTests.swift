import ScratchFolder
import TestSupport
import Testing

/// Standard streams that end, are full or do not block.
@Suite(.endToEnd)
struct PipesTests {
    /// Runs the program from Python, which can give it streams that a shell can't. The script gets
    /// a function `run` that starts the program, and prints what the test compares.
    private func python(_ home: Home, _ script: String) throws -> String {
        let start = """
            import fcntl, os, socket, struct, subprocess, sys, termios
            def run(*arguments, **streams):
                return subprocess.Popen([sys.argv[1], *arguments], **streams)
            """
        return try home.python(start + "\n" + script, Places.program)
    }

    /// The edit is sent and mirrored, although nobody reads its id.
    @Test func editSucceedsAlthoughItsOutputIsClosed() throws {
        try withScratchHome { home in
            let status = try python(
                home,
                """
                reading, writing = os.pipe()
                os.close(reading)
                print(run("add", "https://a.example/", "--name", "Alpha", stdout=writing).wait())
                """)
            #expect(status == "0\n")
            #expect(try home.status().unsent == 0)
            #expect(try home.mirrored() == ["Alpha https://a.example/"])
        }
    }

    @Test func fullOutputIsReportedAfterTheEdit() throws {
        try withScratchHome { home in
            let outcome = try home.shell("\"$0\" add https://a.example/ > /dev/full")
            #expect(outcome.status == 74)
            #expect(outcome.errors == "cloudy: Cannot write the output: No space left on device.\n")
            #expect(try home.status().unsent == 0)
        }
    }

    /// The output waits for its reader, even in a pipe that does not block.
    @Test func nonblockingPipeReceivesTheWholeOutput() throws {
        try withScratchHome { home in
            try home.fill(200)
            let count = try python(
                home,
                """
                reading, writing = os.pipe()
                fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
                os.set_blocking(writing, False)
                program = run("list", stdout=writing)
                os.close(writing)
                while program.poll() is None:
                    waiting = fcntl.ioctl(reading, termios.FIONREAD, bytes(4))
                    if struct.unpack("i", waiting)[0] > 3000: break
                output = b""
                while piece := os.read(reading, 65536): output += piece
                print(output.count(b"\\n"), program.wait())
                """)
            #expect(count == "200 0\n")
        }
    }

    /// For example, the disk can't read a page of a file that is mapped into memory.
    @Test func unreadableMemoryPageIsReportedAsADiskError() throws {
        try withScratchHome { home in
            try home.fill(200)
            let told = try python(
                home,
                """
                import signal
                reading, writing = os.pipe()
                fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
                program = run("list", stdout=writing, stderr=subprocess.PIPE)
                os.close(writing)
                os.read(reading, 1)
                program.send_signal(signal.SIGBUS)
                print(program.stderr.read().decode(), program.wait())
                """)
            #expect(told.hasPrefix("cloudy: The disk could not read part of the bookmarks"))
            #expect(told.hasSuffix(" 74\n"))
        }
    }

    @Test func unreadableStandardInputIsReported() throws {
        try withScratchHome { home in
            let outcome = try home.shell("\"$0\" delete - < /")
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains("Cannot read standard input: Is a directory"))
        }
    }

    /// A socket reports differently than a pipe that its reader is gone.
    @Test func watchEndsWhenItsSocketCloses() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let status = try python(
                home,
                """
                ours, theirs = socket.socketpair()
                program = run("watch", stdout=theirs)
                theirs.close()
                ours.recv(100)
                ours.close()
                try: print(program.wait(timeout=60))
                except subprocess.TimeoutExpired: program.kill()
                """)
            #expect(status == "0\n")
        }
    }
}
