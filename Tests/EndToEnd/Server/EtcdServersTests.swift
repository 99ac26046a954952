import EtcdProcess
import ScratchFolder
import TestSupport
import Testing

/// Real servers that share an etcd, and the commands about their accounts.
@Suite(.endToEnd, .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct EtcdServersTests {
    private func run(
        _ home: Home, _ arguments: String..., with environment: [String: String] = [:]
    ) throws -> Command.Outcome {
        try home.with(environment).run(arguments, program: Places.built("cloudyd"))
    }

    private func started() throws -> (etcd: Etcd, members: String) {
        let etcd = try Etcd()
        try Etcd.waitUntilReady([etcd])
        return (etcd, String(etcd.url.dropFirst("http://".count)))
    }

    private func serve(
        _ home: Home, _ members: String, port: String = "0"
    ) throws -> EtcdServer {
        try EtcdServer(home, members, port: port)
    }

    private func use(
        _ url: String, _ token: String, _ home: Home, device: String
    ) throws -> Home {
        let home = home.with(["CLOUDY_DEVICE": device])
        let outcome = try home.run("cloud", "use", url, "-y", input: token + "\n")
        try #require(outcome.status == 0, "\(outcome.errors)")
        return home
    }

    @Test func devicesOfTwoServersSyncEvenIfOneServerIsKilled() throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let (etcd, members) = try started()
                defer { etcd.signal(9) }
                let made = try run(one, "account", "add", "ada", "--etcd", members)
                try #require(made.status == 0, "\(made.errors)")
                let token = made.output.filter { !$0.isWhitespace }
                let first = try serve(one, members)
                let second = try serve(two, members)
                try one.add("https://a.example/", name: "Alpha", device: "desk")
                let desk = try use(first.url, token, one, device: "desk")
                let laptop = try use(second.url, token, two, device: "laptop")
                let list = try laptop.openList(device: "laptop")
                try list.expect("Alpha")
                try desk.add("https://b.example/", name: "Beta", device: "desk")
                try list.expect("Beta", "← desk")

                try first.terminal.signal(9)
                _ = try first.terminal.exitStatus()
                try desk.add("https://c.example/", name: "Gamma", device: "desk")
                // The records are in the etcd, not on the server that stopped.
                let elsewhere = try use(second.url, token, desk, device: "desk")
                try list.expect("Gamma")
                let port = try #require(first.url.split(separator: ":").last)
                let again = try serve(one, members, port: String(port))
                let back = try use(again.url, token, elsewhere, device: "desk")
                try back.add("https://d.example/", name: "Delta", device: "desk")
                try list.expect("Delta")

                let revoked = try run(two, "token", "revoke", "1", "--etcd", members)
                #expect(revoked.status == 0, "\(revoked.errors)")
                #expect(try run(two, "token", "list", "--etcd", members).output.isEmpty)
                let twice = try run(two, "token", "revoke", "1", "--etcd", members)
                #expect(twice.errors.hasSuffix(": cloudyd token list --etcd \(members)\n"))
                for (home, device) in [(back, "desk"), (laptop, "laptop")] {
                    try home.run("cloud", "leave", "--device", device)
                }
            }
        }
    }

    @Test func wrongEtcdOptionsAreExplained() throws {
        try withScratchHome { home in
            let folder = home.folder.path("server")
            let away = try run(home, "serve", "--etcd", "127.0.0.1:1", "--port", "0")
            #expect(away.status == 69)
            #expect(away.errors.contains("http://127.0.0.1:1 is unreachable"), "\(away.errors)")
            #expect(away.errors.contains("etcdctl endpoint health"), "\(away.errors)")
            for command in [["account", "list"], ["token", "revoke", "1"]] {
                let outcome = try home.run(
                    command + ["--etcd", "127.0.0.1:1"], program: Places.built("cloudyd"))
                #expect(outcome.status == 69 && outcome.errors.contains("is unreachable"))
            }
            for (members, address) in [
                ("[::1]:1", "http://[::1]:1"), ("https://localhost:1", "https://localhost:1"),
                ("etcd.invalid", "https://etcd.invalid:2379"),
            ] {
                let outcome = try run(home, "account", "list", "--etcd", members)
                #expect(outcome.errors.contains(address + " is unreachable"), "\(outcome.errors)")
            }
            let both = try run(home, "serve", "--etcd", "127.0.0.1", "--data", folder)
            #expect(
                both.status == 64 && both.errors.contains("exclude each other"), "\(both.errors)")
            for members in ["ada:secret@127.0.0.1", "http://", "a,,b", "a:99999", "a b"] {
                let outcome = try run(home, "account", "list", "--etcd", members)
                #expect(outcome.status == 64 && outcome.errors.contains("--etcd etcd1:2379"))
            }
            let variables = ["CLOUDYD_ETCD": "127.0.0.1:1"]
            for command in ["backup", "restore"] {
                let outcome = try run(home, command, folder, with: variables)
                #expect(outcome.status == 78)
                #expect(outcome.errors.contains("etcdctl snapshot"), "\(outcome.errors)")
            }
            let named = try run(home, "account", "add", "ada", "--data", folder, with: variables)
            #expect(named.status == 0, "an option must override the environment")
            let half = try run(
                home, "account", "list", "--etcd-certificate", "/x.pem", with: variables)
            #expect(half.status == 64 && half.errors.contains("--etcd-key"), "\(half.errors)")
            let missing = try run(
                home, "account", "list", "--etcd-ca", "/nowhere.pem", with: variables)
            #expect(missing.status == 78 && missing.errors.contains("/nowhere.pem"))
        }
    }

    @Test func etcdPasswordComesFromTheEnvironmentOrAFile() throws {
        try withScratchHome { home in
            let (etcd, members) = try started()
            defer { etcd.signal(9) }
            try etcd.askForNames(prefix: "bookmarks/")
            let variables = ["CLOUDYD_ETCD": members, "CLOUDYD_ETCD_PREFIX": "/bookmarks/"]
            func list(_ more: [String: String], _ options: String...) throws -> Command.Outcome {
                try home.with(variables.merging(more) { $1 })
                    .run(["account", "list"] + options, program: Places.built("cloudyd"))
            }
            let nobody = try list([:])
            #expect(
                nobody.status == 77 && nobody.errors.contains("--etcd-user"), "\(nobody.errors)")
            let silent = try list([:], "--etcd-user", "ada")
            #expect(silent.status == 78 && silent.errors.contains("CLOUDYD_ETCD_PASSWORD"))
            let wrong = try list(["CLOUDYD_ETCD_PASSWORD": "no"], "--etcd-user", "ada")
            #expect(wrong.status == 77, "\(wrong.errors)")
            #expect(wrong.errors.contains("the name or the password is wrong"), "\(wrong.errors)")
            let right = try list(
                ["CLOUDYD_ETCD_USER": "ada", "CLOUDYD_ETCD_PASSWORD": "love lace"])
            #expect(right.status == 0, "\(right.errors)")
            let file = home.folder.write("password", "love lace\n".utf8)
            let written = try list([:], "--etcd-user", "ada", "--etcd-password-file", file)
            #expect(written.status == 0, "\(written.errors)")
            let elsewhere = try list(
                ["CLOUDYD_ETCD_PREFIX": "other"], "--etcd-user", "ada", "--etcd-password-file", file
            )
            #expect(elsewhere.status == 77, "\(elsewhere.errors)")
        }
    }
}

/// A server in a terminal, until it is deallocated.
final class EtcdServer {
    let terminal: Terminal
    /// The server's address.
    let url: String

    init(_ home: Home, _ members: String, port: String = "0", _ options: String...) throws {
        let terminal = try home.open(
            ["serve", "--etcd", members, "--port", port] + options, columns: 80,
            program: Places.built("cloudyd"))
        try terminal.expect("cloudyd: http://127.0.0.1:")
        let line = try terminal.screen.split(separator: "\n").first { $0.hasPrefix("cloudyd: ") }
        url = String(try #require(line).dropFirst("cloudyd: ".count))
        self.terminal = terminal
    }
}
