import ScratchFolder
import TestSupport
import Testing

/// The messages about servers whose certificate is not trusted, with what to do.
@Suite(.endToEnd)
struct ExpiredCertificateTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var certificate: String
        var key: String
        /// The authority that the device trusts.
        var authority: String?
        /// The words of the message.
        var words: [String]
    }

    static let faults = [
        Fault(
            testDescription: "expired", certificate: TestCertificates.expired,
            key: TestCertificates.expiredKey, authority: TestCertificates.authority,
            words: [
                "its certificate expired: it ended 2025-02-01 00:00 UTC",
                "this machine's clock says 20", "owner must renew it",
            ]),
        Fault(
            testDescription: "of another name", certificate: TestCertificates.otherName,
            key: TestCertificates.otherNameKey, authority: TestCertificates.otherAuthority,
            words: ["is for another name: cloud.example.org,", "not 127.0.0.1"]),
        Fault(
            testDescription: "of an unknown authority", certificate: TestCertificates.server,
            key: TestCertificates.serverKey,
            words: [
                "signed by “Cloudy tests”, an authority that this machine does not trust",
                "the certificate is valid until 2126-10-29", "--authority FILE",
            ]),
        Fault(
            testDescription: "of another authority than was named",
            certificate: TestCertificates.server, key: TestCertificates.serverKey,
            authority: TestCertificates.otherAuthority,
            words: [
                "signed by “Cloudy tests”", "--authority names “Cloudy other tests” instead",
                "Name the right one",
            ]),
        Fault(
            testDescription: "signed by nobody else", certificate: TestCertificates.ownSigned,
            key: TestCertificates.ownSignedKey,
            words: ["self-signed", "--authority FILE"]),
    ]

    @Test(arguments: faults)
    func untrustedCertificateIsExplained(_ fault: Fault) throws {
        try withScratchHome { home in
            let server = try server(beside: home, fault.certificate, fault.key)
            var arguments = ["cloud", "use", server.url, "-y"]
            if let authority = fault.authority {
                home.folder.write("trusted.pem", authority.utf8)
                arguments += ["--authority", home.folder.path("trusted.pem")]
            }
            let outcome = try home.run(arguments, input: server.token)
            #expect(outcome.status == 69)
            for words in fault.words + ["Nothing was changed."] {
                #expect(outcome.errors.contains(words), "\(words): \(outcome.errors)")
            }
            #expect(try home.run("cloud").output == "this machine\n")
        }
    }

    @Test func httpsAddressOfAServerWithoutTLSIsExplained() throws {
        try withScratchHome { home in
            let server = try TestServer(beside: home)
            let url = "https" + server.url.dropFirst("http".count)
            let outcome = try home.run("cloud", "use", url, "-y", input: server.token)
            #expect(outcome.status == 69)
            #expect(outcome.errors.contains("does not speak TLS"), "\(outcome.errors)")
        }
    }

    @Test func httpAddressOfAServerWithTLSIsExplained() throws {
        try withScratchHome { home in
            let server = try server(
                beside: home, TestCertificates.server, TestCertificates.serverKey)
            let url = "http" + server.url.dropFirst("https".count)
            let outcome = try home.run("cloud", "use", url, "-y", input: server.token)
            #expect(outcome.status == 69)
            #expect(outcome.errors.contains("speaks TLS"), "\(outcome.errors)")
            #expect(outcome.errors.contains("begins with https://"), "\(outcome.errors)")
        }
    }

    @Test func listReportsAnExpiredCertificateAndSyncsAfterRenewal() throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let server = try server(
                    beside: one, TestCertificates.server, TestCertificates.serverKey)
                let desk = try meet(one, at: server, device: "desk")
                let laptop = try meet(two, at: server, device: "laptop")
                defer { for home in [desk, laptop] { home.leaveServer() } }
                let list = try desk.openList(device: "desk")
                let other = try laptop.openList(device: "laptop")
                try list.add("https://a.example/", name: "Alpha")
                try other.expect("Alpha", "← desk")
                // Existing connections continue; new ones find that the certificate has expired.
                write(one, TestCertificates.expired, TestCertificates.expiredKey)
                try server.killAndRestart()
                try list.add("https://b.example/", name: "Beta")
                try list.expect(
                    "the status bar must say that the server is unreachable", for: Meeting.patience
                ) {
                    $0.contains("! unreachable · 1 unsent")
                }
                try list.press("S")
                try list.expect(
                    "the details must say when the certificate expired", for: Meeting.patience
                ) {
                    $0.contains("expired") && $0.contains("2025-02-01")
                }
                try list.press("q")
                let status = try desk.run("status")
                #expect(status.errors.contains("its certificate expired: it ended 2025-02-01"))
                write(one, TestCertificates.renewed, TestCertificates.renewedKey)
                try other.expect("Beta must arrive", for: Meeting.patience) {
                    $0.contains("Beta") && $0.contains("← desk")
                }
                try list.expect("all edits must be sent", for: Meeting.patience) {
                    $0.contains("● synced")
                }
            }
        }
    }

    private func write(_ home: Home, _ certificate: String, _ key: String) {
        home.folder.write("server.pem", certificate.utf8)
        home.folder.write("server.key", key.utf8)
        home.folder.write("authority.pem", TestCertificates.authority.utf8)
    }

    private func server(
        beside home: Home, _ certificate: String, _ key: String
    ) throws -> TestServer {
        write(home, certificate, key)
        let options = [
            "--tls-certificate", home.folder.path("server.pem"), "--tls-key",
            home.folder.path("server.key"),
        ]
        return try TestServer(beside: home, options)
    }

    private func meet(_ home: Home, at server: TestServer, device: String) throws -> Home {
        let home = home.with(["CLOUDY_DEVICE": device])
        home.folder.write("authority.pem", TestCertificates.authority.utf8)
        let outcome = try home.run(
            "cloud", "use", server.url, "-y", "--authority", home.folder.path("authority.pem"),
            input: server.token)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return home
    }
}
