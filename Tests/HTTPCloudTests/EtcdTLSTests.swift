import EtcdProcess
import Replication
import ScratchFolder
import ServerAccounts
import TestSupport
import Testing

@testable import RemoteClouds

/// An etcd that uses TLS, and requires certificates or passwords of its clients.
@Suite(
    .ownThread, .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct EtcdTLSTests {
    private let folder = ScratchFolder()

    private func start(asksForCertificates: Bool) throws -> Etcd {
        for (name, text) in [
            ("authority.pem", EtcdCertificates.authority),
            ("member.pem", EtcdCertificates.member), ("member.key", EtcdCertificates.memberKey),
            ("client.pem", EtcdCertificates.client), ("client.key", EtcdCertificates.clientKey),
            ("named.pem", EtcdCertificates.namedClient),
            ("named.key", EtcdCertificates.namedClientKey),
            // A certificate of an authority that this etcd does not trust.
            ("foreign.pem", TestCertificates.server), ("foreign.key", TestCertificates.serverKey),
        ] { folder.write(name, text.utf8) }
        var setup = Etcd.Setup()
        setup.scheme = "https"
        setup.options = [
            "--cert-file", folder.path("member.pem"), "--key-file", folder.path("member.key"),
        ]
        setup.controlOptions = [
            "--cacert", folder.path("authority.pem"), "--cert", folder.path("client.pem"),
            "--key", folder.path("client.key"),
        ]
        if asksForCertificates {
            setup.options += [
                "--client-cert-auth", "--trusted-ca-file", folder.path("authority.pem"),
            ]
        }
        let etcd = try Etcd(setup)
        try Etcd.waitUntilReady([etcd])
        return etcd
    }

    private func cluster(
        _ etcd: Etcd, certificate: String? = nil, trusting: Bool = true
    ) -> EtcdCluster {
        var cluster = EtcdCluster(
            members: [etcd.url], authority: trusting ? folder.path("authority.pem") : nil,
            prefix: "tests/")
        cluster.certificate = certificate.map { folder.path($0 + ".pem") }
        cluster.key = certificate.map { folder.path($0 + ".key") }
        return cluster
    }

    private func put(_ key: String, in cloud: EtcdCloud) async throws {
        let sender = Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
        let change = ProposedChange(key: key, expectedRevision: 0, record: [1], isTombstone: false)
        let reply = try await cloud.compareAndSet([change], from: sender)
        #expect(reply.value == [.committed(revision: reply.head)])
    }

    @Test func clientThatTrustsTheAuthorityConnects() async throws {
        let etcd = try start(asksForCertificates: false)
        let cloud = try EtcdCloud(cluster(etcd))
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        try await put("a", in: cloud)
        #expect(await hints.next() != nil, "the watch must work over TLS too")
        let stranger = try EtcdCloud(cluster(etcd, trusting: false))
        let error = await #expect(throws: CloudError.self) { try await stranger.quota() }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("does not trust") == true, "\(error?.message ?? "")")
        let plain = EtcdCluster(
            members: [etcd.url.replacing("https:", with: "http:")], prefix: "tests/")
        let unencrypted = await #expect(throws: CloudError.self) {
            try await EtcdCloud(plain).quota()
        }
        #expect(unencrypted != nil)
    }

    @Test func clientWithATrustedCertificateIsAccepted() async throws {
        let etcd = try start(asksForCertificates: true)
        let cloud = try EtcdCloud(cluster(etcd, certificate: "client"))
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        try await put("a", in: cloud)
        #expect(await hints.next() != nil)
        try await put("b", in: EtcdCloud(cluster(etcd, certificate: "named")))
        for other in [nil, "foreign"] {
            let stranger = try EtcdCloud(cluster(etcd, certificate: other))
            // The connection may end before the reason arrives.
            var told: [String] = []
            while told.count < 10, told.last?.contains("certificate") != true {
                let error = await #expect(throws: CloudError.self) { try await stranger.quota() }
                told.append(error?.message ?? "")
            }
            #expect(told.last?.contains("certificate") == true, "\(told)")
        }
    }

    @Test func certificateWithTheWrongKeyIsRefused() throws {
        let etcd = try start(asksForCertificates: true)
        var cluster = cluster(etcd, certificate: "client")
        cluster.key = folder.path("member.key")
        let mistaken = cluster
        let error = #expect(throws: CloudError.self) { try EtcdConnection(mistaken) }
        #expect(error?.message.contains("client.pem") == true, "\(error?.message ?? "")")
    }

    /// A server with everything: TLS, a client certificate, a user and a password.
    @Test func serverLogsInWithCertificateUserAndPassword() async throws {
        let etcd = try start(asksForCertificates: true)
        try etcd.askForNames(prefix: "servers/")
        #expect(try await failure(etcd, "ada", "love lace", "servers/") == nil)
        for (user, password, prefix) in [
            ("ada", "wrong", "servers/"), ("ada", "love lace", "elsewhere/"),
            (nil, "", "servers/"),
        ] {
            let error = try await failure(etcd, user, password, prefix)
            #expect(error?.code == .notAllowed, "\(error?.message ?? "")")
            let words = error?.forServers.message ?? ""
            #expect(!words.contains("cloudy cloud use") && !words.contains("etcd://"), "\(words)")
        }
        let named = try await failure(etcd, "ada", "love lace", "servers/", showing: "named")
        #expect(named?.message.contains("CommonName") == true, "\(named?.message ?? "")")
        #expect(named?.code == .notAllowed)
    }

    @Test(arguments: [
        "--authority names another instead: cloudy cloud use URL --authority FILE",
        "it is new. Name the new one: cloudy cloud use URL --authority FILE",
    ])
    func errorsForServersNameServerOptions(_ message: String) {
        let words = CloudError(.unreachable, message).forServers.message
        #expect(!words.contains("cloudy cloud use") && !words.contains("--authority"), "\(words)")
        #expect(words.contains("--etcd-ca FILE"))
    }

    /// Returns the reason why a server can't use an etcd; `nil` if it can.
    private func failure(
        _ etcd: Etcd, _ user: String?, _ password: String, _ prefix: String,
        showing certificate: String = "client"
    ) async throws -> CloudError? {
        var cluster = cluster(etcd, certificate: certificate)
        (cluster.user, cluster.password, cluster.prefix) = (user, password, prefix)
        let accounts = EtcdAccounts(try EtcdConnection(cluster), prefix: prefix)
        do { try await accounts.check() } catch let error as CloudError { return error }
        let token = try await accounts.addAccount("ada")
        let server = try await RunningServer(EtcdDirectory(accounts))
        let cloud = try server.connect(token: token)
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        #expect(try await cloud.quota().value.usedKeys == 0)
        return nil
    }
}
