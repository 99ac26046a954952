import ScratchFolder
import TestSupport
import Testing

/// The options and environment variables of `cloudyd serve`.
@Suite(.endToEnd)
struct ServeOptionsTests {
    private func serve(
        _ home: Home, _ variables: [String: String?], _ options: String...
    ) throws -> Command.Outcome {
        try home.with(variables).run(
            ["serve", "--data", home.folder.path("server")] + options,
            program: Places.built("cloudyd"))
    }

    @Test func everyVariableTakesEffect() throws {
        try withScratchHome { home in
            home.folder.write("server.pem", TestCertificates.server.utf8)
            home.folder.write("server.key", TestCertificates.serverKey.utf8)
            let script = """
                import json, socket, ssl, subprocess, sys, urllib.request
                server = subprocess.Popen([sys.argv[1], "serve", "--data", sys.argv[2] + "/data"],
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                try:
                    lines = sorted(server.stdout.readline().strip() for _ in range(2))
                    print([line.rsplit(":", 1)[0] for line in lines])
                    context = ssl.create_default_context()
                    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                    url = lines[0].split(" ")[1] + "/v1/quota"
                    try: urllib.request.urlopen(url, context=context)
                    except urllib.error.HTTPError as error: print(error.code)
                finally:
                    server.terminate()
                    said = server.communicate(timeout=60)[1]
                print("GET /v1/quota" in said or "GET ?" in said)
                print([json.loads(line)["status"] for line in open(sys.argv[2] + "/audit.log")])
                """
            let printed = try home.with([
                "CLOUDYD_HOST": "127.0.0.2", "CLOUDYD_PORT": "0", "CLOUDYD_METRICS_PORT": "0",
                "CLOUDYD_TLS_CERTIFICATE": home.folder.path("server.pem"),
                "CLOUDYD_TLS_KEY": home.folder.path("server.key"),
                "CLOUDYD_AUDIT_LOG": home.folder.path("audit.log"),
                "CLOUDYD_LOG_LEVEL": "debug", "CLOUDYD_STORE_LIMIT": "5",
                "CLOUDYD_STREAMS_PER_ACCOUNT": "7",
            ]).python(script, Places.built("cloudyd"), home.folder.path)
            #expect(
                printed == """
                    ['cloudyd: https://127.0.0.2', 'cloudyd: metrics at http://127.0.0.1']
                    401
                    True
                    [401]

                    """)
        }
    }

    @Test(arguments: [
        ("CLOUDYD_PORT", "65536"), ("CLOUDYD_PORT", "http"), ("CLOUDYD_METRICS_PORT", "-1"),
        ("CLOUDYD_LOG_LEVEL", "loud"), ("CLOUDYD_STORE_LIMIT", "0"),
        ("CLOUDYD_STREAMS_PER_ACCOUNT", "many"), ("CLOUDYD_INSECURE_PLAINTEXT", "maybe"),
        ("CLOUDYD_TLS_CERTIFICATE", "/nowhere/server.pem"), ("CLOUDYD_TLS_KEY", "/nowhere/key"),
    ])
    func invalidValueOfAVariableIsRefused(_ name: String, _ value: String) throws {
        try withScratchHome { home in
            let outcome = try serve(home, [name: value])
            #expect(outcome.status == 78 && outcome.errors.contains(name), "\(outcome.errors)")
        }
    }

    /// Each error is about the option, and not about the variable.
    @Test func optionOverridesItsVariable() throws {
        try withScratchHome { home in
            let port = try serve(
                home, ["CLOUDYD_PORT": "http", "CLOUDYD_HOST": "127.0.0.1"], "--port", "0",
                "--host", "0.0.0.0")
            #expect(port.status == 78 && port.errors.contains("--host 0.0.0.0 is reachable"))
            let log = try serve(
                home, ["CLOUDYD_LOG_LEVEL": "loud"], "--log-level", "error", "--audit-log",
                "/nowhere/audit.log")
            #expect(log.status == 74 && log.errors.contains("/nowhere/audit.log"))
            #expect(try serve(home, [:], "--streams-per-account", "0").status == 64)
            #expect(try serve(home, [:], "--store-limit", "0").status == 64)
            #expect(try serve(home, [:], "--tls-key", "a.key").status == 64)
        }
    }

    /// Runs a server while another program uses a port; `TAKEN` in the options stands for that
    /// port.
    private func failing(_ home: Home, _ options: [String]) throws -> String {
        let script = """
            import socket, subprocess, sys
            taken = socket.create_server(("127.0.0.1", 0))
            port = str(taken.getsockname()[1])
            options = [port if option == "TAKEN" else option for option in sys.argv[3:]]
            ended = subprocess.run([sys.argv[1], "serve", "--data", sys.argv[2]] + options,
                                   capture_output=True, text=True, timeout=60)
            print(ended.returncode, ended.stdout, ended.stderr.replace(port, "TAKEN"), sep="|")
            """
        return try home.python(
            script, arguments: [Places.built("cloudyd"), home.folder.path("server")] + options)
    }

    /// The message names no other address, and has no internal text of the server.
    @Test func takenPortIsNamedInOneMessage() throws {
        try withScratchHome { home in
            let start = "69||cloudyd: Cannot listen at 127.0.0.1:TAKEN"
            let why = "Address already in use. Another program uses that port, perhaps another"
            for options in [[], ["--metrics-port", "0"]] {
                let said = try failing(home, ["--port", "TAKEN"] + options)
                #expect(
                    said.hasPrefix(
                        "\(start): \(why) cloudyd. Choose another port with --port PORT,"),
                    "\(said)")
                #expect(said.hasSuffix("a free one with --port 0.\n\n"), "\(said)")
                #expect(said.filter { $0 == "\n" }.count == 2, "\(said)")
            }
            let metrics = try failing(home, ["--port", "0", "--metrics-port", "TAKEN"])
            #expect(metrics.hasPrefix("\(start), as set by --metrics-port: \(why)"), "\(metrics)")
            #expect(metrics.hasSuffix("a free one with --metrics-port 0.\n\n"))
            #expect(metrics.filter { $0 == "\n" }.count == 2, "\(metrics)")
        }
    }

    @Test func hostOfAnotherMachineIsRefused() throws {
        try withScratchHome { home in
            let outcome = try serve(
                home, [:], "--host", "192.0.2.7", "--port", "0", "--insecure-plaintext")
            #expect(outcome.status == 69 && outcome.output.isEmpty)
            #expect(
                outcome.errors.contains("To see its addresses: ip address"), "\(outcome.errors)")
        }
    }

    /// The contents of the files for a certificate and its key; `nil` if a file is missing.
    struct Files: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var certificate: String?
        var key: String?
        /// The words of the message, with the files named CERT and KEY.
        var words: [String]
    }

    static let unusable = [
        Files(
            testDescription: "no files",
            words: ["CERT cannot be read: No such file", "KEY cannot be read: No such file"]),
        Files(
            testDescription: "no key", certificate: TestCertificates.server,
            words: ["cloudyd: KEY cannot be read: No such file"]),
        Files(
            testDescription: "the wrong way round", certificate: TestCertificates.serverKey,
            key: TestCertificates.server,
            words: [
                "CERT holds a private key, not a cert", "KEY holds a certificate, not a",
            ]),
        Files(
            testDescription: "an empty one", certificate: "", key: TestCertificates.serverKey,
            words: ["cloudyd: CERT is empty. --tls-certificate takes"]),
        Files(
            testDescription: "another text", certificate: TestCertificates.server, key: "hello",
            words: ["cloudyd: KEY does not hold a private key in PEM format. --tls"]),
        Files(
            testDescription: "a passphrase", certificate: TestCertificates.server,
            key: "-----BEGIN ENCRYPTED PRIVATE KEY-----",
            words: ["cloudyd: KEY holds a private key with a passphrase. --tls"]),
        Files(
            testDescription: "half a certificate",
            certificate: String(TestCertificates.server.prefix(200)),
            key: TestCertificates.serverKey,
            words: ["cloudyd: CERT holds a certificate that is damaged. --tls"]),
        Files(
            testDescription: "the key of another", certificate: TestCertificates.server,
            key: TestCertificates.renewedKey,
            words: ["cloudyd: KEY does not belong to the first certificate in CERT. --tls"]),
    ]

    @Test(arguments: unusable) func unusableCertificateFilesAreExplained(_ files: Files) throws {
        try withScratchHome { home in
            let (certificate, key) = (home.folder.path("a.pem"), home.folder.path("b.pem"))
            if let text = files.certificate { home.folder.write("a.pem", text.utf8) }
            if let text = files.key { home.folder.write("b.pem", text.utf8) }
            let outcome = try serve(
                home, [:], "--port", "0", "--tls-certificate", certificate, "--tls-key", key)
            let said = outcome.errors.replacing(certificate, with: "CERT")
                .replacing(key, with: "KEY")
            #expect(outcome.status == 78 && outcome.output.isEmpty)
            #expect(files.words.allSatisfy(said.contains), "\(said)")
        }
    }

    @Test func hostVariableAlsoNeedsTLS() throws {
        try withScratchHome { home in
            let outcome = try serve(
                home, ["CLOUDYD_HOST": "0.0.0.0", "CLOUDYD_INSECURE_PLAINTEXT": "0"])
            #expect(outcome.status == 78 && outcome.errors.contains("without TLS"))
        }
    }

    /// A host name is not trusted to stay on this machine, since its owner can point it anywhere.
    @Test(arguments: ["127.1", "128.0.0.1"])
    func hostThatOnlyLooksLikeLoopbackNeedsTLS(_ host: String) throws {
        try withScratchHome { home in
            let outcome = try serve(home, [:], "--host", host, "--port", "0")
            #expect(outcome.status == 78 && outcome.errors.contains("is reachable from other"))
        }
    }

    @Test(arguments: ["127.evil.example", "127.0.0.1.evil.example", "localhost.example"])
    func unresolvableHostNameIsNamed(_ host: String) throws {
        try withScratchHome { home in
            let outcome = try serve(home, [:], "--host", host, "--port", "0")
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains("\(host) does not name an address"), "\(outcome)")
        }
    }
}
