import ArgumentParser
import Console
import FileCoordination
import Glibc
import RemoteClouds
import ServerCommand

/// The options for an etcd that several servers share.
struct EtcdOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this etcd, 3.4 or later, instead of a folder.",
            discussion: """
                Lists its members, such as etcd1:2379,etcd2:2379,etcd3:2379. Uses TLS, except for \
                members that begin with http://, and for members on this machine if you name no \
                certificate. Default: $CLOUDYD_ETCD.
                """,
            valueName: "members"))
    var etcd: String?

    @Option(
        help: ArgumentHelp(
            "The etcd user. Default: $CLOUDYD_ETCD_USER.",
            discussion: "Set the password in $CLOUDYD_ETCD_PASSWORD, or in a file.",
            valueName: "user"))
    var etcdUser: String?

    @Option(
        help: ArgumentHelp(
            "The file with the user's password. Default: $CLOUDYD_ETCD_PASSWORD_FILE.",
            valueName: "file"))
    var etcdPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "An additional certificate authority to trust, in PEM format.",
            discussion: "Default: $CLOUDYD_ETCD_CA.", valueName: "file"))
    var etcdCa: String?

    @Option(
        help: ArgumentHelp(
            "The client certificate in PEM format, for an etcd that asks for one.",
            discussion: "Default: $CLOUDYD_ETCD_CERTIFICATE.", valueName: "file"))
    var etcdCertificate: String?

    @Option(
        help: ArgumentHelp(
            "The file of that certificate's private key. Default: $CLOUDYD_ETCD_KEY.",
            valueName: "file"))
    var etcdKey: String?

    @Option(
        help: ArgumentHelp(
            "The prefix of all keys in the etcd.",
            discussion: "Default: $CLOUDYD_ETCD_PREFIX, or cloudyd/.", valueName: "prefix"))
    var etcdPrefix: String?

    /// The etcd members on the command line or in the environment.
    var members: String? { etcd ?? environment("CLOUDYD_ETCD") }

    /// The prefix of all keys; it ends with a slash.
    var prefix: String {
        let said = etcdPrefix ?? environment("CLOUDYD_ETCD_PREFIX") ?? ""
        let parts = said.split(separator: "/")
        return parts.isEmpty ? "cloudyd/" : parts.joined(separator: "/") + "/"
    }

    /// Returns the etcd and its user. Ends with a status if the options are invalid.
    func cluster(_ members: String) throws -> EtcdCluster {
        let authority = etcdCa ?? environment("CLOUDYD_ETCD_CA")
        let certificate = etcdCertificate ?? environment("CLOUDYD_ETCD_CERTIFICATE")
        let key = etcdKey ?? environment("CLOUDYD_ETCD_KEY")
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--etcd-certificate and --etcd-key need each other.")
        }
        for file in [authority, certificate, key].compactMap({ $0 }) where access(file, R_OK) != 0 {
            complain("\(file) cannot be read: \(String(cString: strerror(errno))).")
            throw ExitCode(.configuration)
        }
        let user = etcdUser ?? environment("CLOUDYD_ETCD_USER")
        var cluster = EtcdCluster(
            members: try Self.addresses(
                members, hasCertificates: authority != nil || certificate != nil), user: user,
            password: user == nil ? "" : try password(), authority: authority, prefix: prefix)
        (cluster.certificate, cluster.key) = (certificate, key)
        return cluster
    }

    private func password() throws -> String {
        guard let file = etcdPasswordFile ?? environment("CLOUDYD_ETCD_PASSWORD_FILE") else {
            if let password = environment("CLOUDYD_ETCD_PASSWORD") { return password }
            complain(
                """
                The etcd user has no password: set CLOUDYD_ETCD_PASSWORD, or name a file with \
                --etcd-password-file.
                """)
            throw ExitCode(.configuration)
        }
        let text: String
        do throws(FileCoordinationError) {
            text = String(decoding: try GivenPath.read(file, atMost: 4096), as: UTF8.self)
        } catch {
            complain("\(file) cannot be read: \(error.reason).")
            throw ExitCode(.configuration)
        }
        // Editors end a file with a line break.
        return String(text.prefix { $0 != "\n" && $0 != "\r\n" })
    }

    /// Returns the addresses of the members in a text.
    static func addresses(_ text: String, hasCertificates: Bool) throws -> [String] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { member in
            guard let address = address(String(member), hasCertificates) else {
                throw ValidationError(
                    """
                    “\(member)” is not a member of an etcd: write --etcd etcd1:2379,etcd2:2379, \
                    and name the user with --etcd-user.
                    """)
            }
            return address
        }
    }

    private static func address(_ member: String, _ hasCertificates: Bool) -> String? {
        var (scheme, host) = (String?.none, Substring(member))
        for (said, meant) in [
            ("http://", "http"), ("https://", "https"), ("etcd://", "http"), ("etcds://", "https"),
        ] where member.lowercased().hasPrefix(said) {
            (scheme, host) = (meant, member.dropFirst(said.count))
        }
        if host.hasSuffix("/") { host = host.dropLast() }
        let isName = host.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-._:[]".contains($0))
        }
        // The part before the port; an IPv6 address has brackets.
        let name =
            host.hasPrefix("[")
            ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        let port =
            host.hasPrefix("[") ? host.drop { $0 != "]" }.dropFirst() : host.drop { $0 != ":" }
        guard isName, !name.isEmpty,
            port.isEmpty || Int(port.dropFirst()).map((1...65_535).contains) ?? false
        else { return nil }
        let isHere = ["localhost", "127.0.0.1", "::1"].contains(name.lowercased())
        let usual = isHere && !hasCertificates ? "http" : "https"
        return "\(scheme ?? usual)://\(host)\(port.isEmpty ? ":2379" : "")"
    }
}
