import ScratchFolder
import TestSupport
import Testing

/// The `openssl` program, which makes the certificates.
enum OpenSSL {
    static let isInstalled =
        (try? Command("sh", ["-c", "command -v openssl"]).run().status) == 0
}

/// A server behind a proxy that refuses clients without a certificate.
@Suite(.endToEnd, .enabled(if: OpenSSL.isInstalled, "openssl is not installed"))
struct ClientCertificateTests {
    /// A proxy that requires client certificates, ends TLS, and forwards the calls.
    private static let proxy = """
        import asyncio, ssl, sys
        port, folder = int(sys.argv[1]), sys.argv[2]
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(folder + "/server.pem", folder + "/server.key")
        tls.load_verify_locations(folder + "/desk.pem")
        tls.verify_mode = ssl.CERT_REQUIRED
        async def pump(reader, writer):
            try:
                while data := await reader.read(65536):
                    writer.write(data)
                    await writer.drain()
            except OSError: pass
            writer.close()
        async def serve(reader, writer):
            there = await asyncio.open_connection("127.0.0.1", port)
            await asyncio.gather(pump(reader, there[1]), pump(there[0], writer))
        async def main():
            server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
            print("proxy: %d." % server.sockets[0].getsockname()[1], flush=True)
            await server.serve_forever()
        asyncio.run(main())
        """

    /// Makes self-signed certificates.
    private func makeCertificates(_ home: Home) throws -> String {
        let folder = home.folder.path("certificates")
        let made = try home.shell(
            """
            mkdir '\(folder)' && cd '\(folder)' && for name in server desk; do
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3 \
                    -subj "/CN=$name" -addext subjectAltName=IP:127.0.0.1 \
                    -keyout $name.key -out $name.pem || exit 1
            done
            """)
        try #require(made.status == 0, "\(made.errors)")
        return folder
    }

    @Test func deviceWithItsClientCertificateIsLetIn() throws {
        try withScratchHome { home in
            let server = try TestServer(beside: home)
            let folder = try makeCertificates(home)
            let port = try #require(server.url.split(separator: ":").last)
            let proxy = try home.open(
                "-u", "-c", Self.proxy, String(port), folder, program: "python3")
            let screen = try proxy.expect("proxy: ", ".")
            let words = screen.split { $0.isWhitespace || $0 == "." }
            let place = try #require(words.firstIndex(of: "proxy:")) + 1
            let url = "https://127.0.0.1:\(words[place])"
            let desk = home.with(["CLOUDY_DEVICE": "desk"])
            try desk.add("https://a.example/", name: "Alpha", device: "desk")

            let use = ["cloud", "use", url, "-y", "--authority", "\(folder)/server.pem"]
            let refused = try desk.run(use, input: server.token)
            #expect(refused.status == 69 && refused.errors.contains("--certificate FILE"))
            let alone = ["--certificate", "\(folder)/desk.pem"]
            #expect(try desk.run(use + alone, input: server.token).status == 64)
            let mistaken = alone + ["--key", "\(folder)/desk.pem"]
            #expect(try desk.run(use + mistaken, input: server.token).status == 65)
            let strange = alone + ["--key", "\(folder)/server.key"]
            let unlike = try desk.run(use + strange, input: server.token)
            #expect(
                unlike.status == 69 && unlike.errors.contains("does not match the other"),
                "\(unlike)"
            )
            let both = alone + ["--key", "\(folder)/desk.key"]
            let used = try desk.run(use + both, input: server.token)
            try #require(used.status == 0, "\(used.errors)")
            #expect(try server.holds("a.example"))

            // The files are not copied: if one is moved away, the message names it.
            try home.shell("mv '\(folder)/desk.key' '\(folder)/away.key'")
            let gone = try desk.run("cloud", "devices")
            #expect(
                gone.errors.contains("desk.key are not a certificate and its private key"),
                "\(gone.errors)")
            try home.shell("mv '\(folder)/away.key' '\(folder)/desk.key'")
            try desk.ok("cloud", "devices")
            try desk.ok("cloud", "leave")
        }
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var option: String
        var content: String
        var words: String
    }

    static let mistakes = [
        Mistake(
            testDescription: "the key of the authority", option: "--authority",
            content: TestCertificates.serverKey,
            words: "holds a private key, but --authority needs a certificate in PEM format"),
        Mistake(
            testDescription: "a request", option: "--authority",
            content: "-----BEGIN CERTIFICATE REQUEST-----\nMA==\n",
            words: "holds a certificate request, but --authority needs a certificate"),
        Mistake(
            testDescription: "other text", option: "--authority", content: "hello\n",
            words: "holds no PEM, but --authority needs a certificate"),
        Mistake(
            testDescription: "DER", option: "--authority", content: "0\u{0}\u{1}",
            words: "holds no PEM, but --authority needs a certificate"),
        Mistake(
            testDescription: "nothing", option: "--authority", content: "",
            words: "holds nothing, but --authority needs a certificate"),
        Mistake(
            testDescription: "a certificate for a key", option: "--key",
            content: TestCertificates.server,
            words: "holds a certificate, but --key needs a private key"),
        Mistake(
            testDescription: "a key with a passphrase", option: "--key",
            content: "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMA==\n",
            words: "holds a private key with a passphrase, but --key needs a private key"),
        Mistake(
            testDescription: "a key for a certificate", option: "--certificate",
            content: TestCertificates.serverKey,
            words: "holds a private key, but --certificate needs a certificate"),
    ]

    @Test(arguments: mistakes)
    func wrongCertificateFileIsNamedWithItsRealContent(_ mistake: Mistake) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            home.folder.write("right.pem", TestCertificates.server.utf8)
            home.folder.write("right.key", TestCertificates.serverKey.utf8)
            home.folder.write("wrong", mistake.content.utf8)
            var files = [
                "--certificate": home.folder.path("right.pem"),
                "--key": home.folder.path("right.key"),
            ]
            files[mistake.option] = home.folder.path("wrong")
            let options = files.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
            let outcome = try home.run(
                ["cloud", "use", "https://127.0.0.1:1", "-y"] + options, input: "any")
            #expect(outcome.status == 65)
            let words = home.folder.path("wrong") + " " + mistake.words
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }
}
