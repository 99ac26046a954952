import ScratchFolder
import TestSupport
import Testing

/// `cloudyd serve` with a certificate, and clients with ciphers of their own.
@Suite(.endToEnd, .enabled(if: OpenSSL.isInstalled, "openssl is not installed"))
struct ServeTLSTests {
    /// Starts a server with an RSA key, which both kinds of ciphers can use.
    private func serving(_ home: Home, _ script: String) throws -> String {
        let (certificate, key) = (home.folder.path("rsa.pem"), home.folder.path("rsa.key"))
        let made = try home.shell(
            """
            openssl req -x509 -newkey rsa:2048 -nodes -days 3 -subj /CN=localhost \
                -addext subjectAltName=DNS:localhost -keyout '\(key)' -out '\(certificate)'
            """)
        try #require(made.status == 0, "\(made.errors)")
        let before = """
            import ssl
            def secure(ciphers=None):
                context = ssl.create_default_context(cafile="\(certificate)")
                context.maximum_version = ssl.TLSVersion.TLSv1_2
                if ciphers: context.set_ciphers(ciphers)
                return context.wrap_socket(connect(), server_hostname="localhost")

            """
        return try home.serving(
            before + script, ["--tls-certificate", certificate, "--tls-key", key])
    }

    @Test func cipherWithoutForwardSecrecyIsRefused() throws {
        try withScratchHome { home in
            let printed = try serving(
                home,
                """
                for ciphers in ["ECDHE-RSA-AES128-GCM-SHA256",
                                "AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA:AES256-SHA"]:
                    try: print(secure(ciphers).cipher()[0])
                    except ssl.SSLError as error: print(error.reason)
                """)
            #expect(
                printed == "ECDHE-RSA-AES128-GCM-SHA256\nSSLV3_ALERT_HANDSHAKE_FAILURE\n",
                "\(printed)")
        }
    }

    /// The client never closes its side.
    @Test func openStreamDoesNotKeepAServerWithTLSFromEnding() throws {
        try withScratchHome { home in
            let printed = try serving(
                home,
                """
                stream = secure()
                stream.sendall(("GET /v1/events HTTP/1.1\\r\\n%s\\r\\n" % authorization).encode())
                print(until(stream, b"event: change"))
                server.send_signal(signal.SIGTERM)
                print(server.wait(60))
                """)
            #expect(printed == "True\n0\n")
        }
    }
}
