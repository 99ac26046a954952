import Glibc
import ScratchFolder
import TestSupport
import Testing

/// Named pipes in place of files: no command waits forever for the other end.
@Suite(.endToEnd)
struct GivenPipesTests {
    private func withPipe(_ body: (Home, String) throws -> Void) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let pipe = home.folder.path("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            try body(home, pipe)
        }
    }

    @Test func editorIsNotStartedForAPipeWithText() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.run("note", id, input: "typed\n")
            #expect(outcome.status == 64, "\(outcome)")
            #expect(outcome.errors.contains("cloudy note \(id) -\n"), "\(outcome)")
        }
    }

    @Test(arguments: [
        ["backup"], ["export", "--format", "html", "-o"], ["list", "--log"],
    ]) func pipeWithoutAReaderIsReported(_ arguments: [String]) throws {
        try withPipe { home, pipe in
            let outcome = try home.run(arguments + [pipe])
            #expect(outcome.status == 74, "\(outcome)")
            #expect(
                outcome.errors.contains("\(pipe): it is a pipe, and no program reads from it"),
                "\(outcome.errors)")
            #expect(access(pipe, F_OK) == 0)
        }
    }

    @Test func exportWaitsForALateReader() throws {
        try withPipe { home, pipe in
            let outcome = try home.shell(
                "(sleep 1; cat '\(pipe)') & \"$0\" export --format html -o '\(pipe)'; wait")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(outcome.output.contains("https://a.example/"))
        }
    }

    /// A reader that stops reading does not stop the list; log lines are lost instead.
    @Test func fullLogPipeDoesNotStopTheList() throws {
        try withPipe { home, pipe in
            let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            defer { close(reader) }
            let list = try home.open(
                ["--log", pipe, "--log-content"], columns: 80, program: Places.program)
            try list.expect("Alpha")
            for _ in 0..<300 { try list.press("j", "k", "j", "k", "j", "k", "j", "k") }
            try list.press("a")
            try list.expect("Add a bookmark")
        }
    }

    @Test(arguments: ["--authority", "--certificate"])
    func certificatePipeWithoutAWriterIsReported(_ option: String) throws {
        try withPipe { home, pipe in
            let key = option == "--certificate" ? ["--key", pipe] : []
            let outcome = try home.run(
                ["cloud", "use", "https://127.0.0.1:1", option, pipe] + key, input: "token\n")
            #expect(outcome.status == 65, "\(outcome)")
            #expect(
                outcome.errors.contains("cannot be read: it is a pipe, and no program writes"),
                "\(outcome.errors)")
        }
    }

    /// The program that writes a certificate into a pipe may start after the server.
    @Test func serverReadsItsCertificateFromAPipe() throws {
        try withPipe { home, pipe in
            home.folder.write("server.pem", TestCertificates.server.utf8)
            let key = home.folder.write("server.key", TestCertificates.serverKey.utf8)
            let server = try home.open(
                [
                    "-c",
                    "(sleep 1; cat '\(home.folder.path("server.pem"))' >'\(pipe)') & "
                        + "exec '\(Places.built("cloudyd"))' serve --port 0 --data "
                        + "'\(home.folder.path("server"))' --tls-certificate '\(pipe)' "
                        + "--tls-key '\(key)'",
                ], columns: 120, program: "sh")
            try server.expect("cloudyd: https://127.0.0.1:")
            try server.signal(15)
            #expect(try server.exitStatus() == 0)
        }
    }

    @Test func serverReportsACertificatePipeWithoutAWriter() throws {
        try withPipe { home, pipe in
            let outcome = try home.run(
                [
                    "serve", "--data", home.folder.path("server"), "--port", "0",
                    "--tls-certificate", pipe, "--tls-key", pipe,
                ], program: Places.built("cloudyd"))
            #expect(outcome.status != 0)
            #expect(
                outcome.errors.contains("it is a pipe, and no program writes into it"),
                "\(outcome.errors)")
        }
    }
}
