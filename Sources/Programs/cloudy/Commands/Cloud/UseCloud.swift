import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import Replication

struct UseCloud: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Sync with the other devices of the account through a server.",
        discussion: """
            Asks for the token that the server gave out for the account, or reads it from standard \
            input or $CLOUDY_TOKEN. The current server and the previous one need no token, unless \
            you left it. Use - for the address to go back to the previous server or account. If \
            this device has more than ten bookmarks and the server has some too, Cloudy shows what \
            would happen before it sends anything. Open lists follow. An etcd, 3.4 or later, works \
            without cloudyd: its address lists its members and the user. Cloudy asks for the \
            password. A device with a key keeps it, and sends nothing to a server that is not \
            sealed with that key. Examples: cloudy cloud use https://cloud.example.org; cloudy \
            cloud use etcds://ada@etcd1.example.org,etcd2.example.org; cloudy cloud use -
            """)

    @Argument(help: "The address of the server, or - for the previous one.")
    var url: String

    @Flag(
        name: [.customLong("yes"), .customShort("y")],
        help: "Merge with the bookmarks there without asking.")
    var isSure = false

    @Flag(
        help: ArgumentHelp(
            "Allow an http:// address on another machine.",
            discussion: "Anyone on the network can then read the token and all bookmarks."))
    var insecurePlaintext = false

    @Flag(
        help: ArgumentHelp(
            "Don't seal, even though this device has a key.",
            discussion: "The server can then read all bookmarks. The key is kept."))
    var unsealed = false

    @Flag(help: "Don't fetch the documents that only the current cloud has.")
    var withoutDocuments = false

    @Option(
        help: ArgumentHelp(
            "The certificate of a private authority that signed the server's, in PEM format.",
            valueName: "file"),
        completion: .file())
    var authority: String?

    @Option(
        help: ArgumentHelp(
            "This device's certificate in PEM format, for a proxy that asks for one.",
            discussion: "Its path is remembered: you may renew the file in place.",
            valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(
        help: ArgumentHelp(
            "The private key of that certificate, in PEM format, without a passphrase.",
            valueName: "file"),
        completion: .file())
    var key: String?

    @OptionGroup var format: CloudFormat
    @OptionGroup var options: HomeOptions

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key need each other.")
        }
        if url == Self.former { return }
        guard let address = CloudAddress(url) else {
            if url.lowercased().hasPrefix("http"), url.contains(",") {
                throw ValidationError(
                    "A server has one address. Only an etcd has several members: "
                        + "etcds://USER@HOST,HOST")
            }
            // The text before an @ may be a password, and is never shown.
            let shown = url.contains("@") ? "This" : "“\(url)”"
            throw ValidationError(
                "\(shown) is not the address of a server. Use https:// and a name, or http:// on "
                    + "this machine; Cloudy then asks for the token. For an etcd: "
                    + "etcds://USER@HOST,HOST")
        }
        if !address.isEncrypted, !address.isLoopback, !insecurePlaintext {
            throw ValidationError(
                "Anyone on the network could read \(address.secret) and the bookmarks: use "
                    + "\(address.encryptedScheme)://, or add --insecure-plaintext.")
        }
    }

    func run() throws {
        try reportingErrors {
            let location = try options.location()
            try location.requireKnownDevice()
            guard url != Self.former else { return try goBack(location) }
            var named = self
            let known = [location.latestAccess(), location.formerAccess()].compactMap(\.self)
            let kept = known.first { isAddress($0.url) }
            named.url = kept?.url ?? CloudAddress(url)?.canonical ?? url
            try named.use(location, try named.access(kept))
        }
    }

    /// Stands for the address of the server that was used before, as in `cd -`.
    private static let former = "-"

    private func goBack(_ location: HomeLocation) throws {
        guard let former = location.formerAccess() else {
            complain(
                "There is no previous server, or you left it and its token is forgotten. Name one: "
                    + "cloudy cloud use URL")
            throw ExitCode(.usage)
        }
        var access = former
        access.authority = try ownAuthority() ?? former.authority
        access.identity = try ownIdentity() ?? former.identity
        access.staysUnsealed = unsealed || former.staysUnsealed
        var named = self
        named.url = former.url
        try named.use(location, access)
    }

    private func use(_ location: HomeLocation, _ access: CloudAccess) throws {
        // An open list reports a server only when it is certain that the device stays there.
        try location.tryCloud { try tryUse(location, access) }
    }

    private func tryUse(_ location: HomeLocation, _ access: CloudAccess) throws {
        let change = try begin(location, access)
        let home = try options.open(try options.location())
        do {
            // The waiting join is already known here, and proves nothing about the server or the
            // token.
            try reach(home)
            try syncOrJoin(home)
        } catch SyncError.held(let held) {
            // The server answered, so the device uses it.
            try keepKey()
            try change.finish(home)
            throw SyncError.held(held)
        } catch {
            try stayOrGoBack(at: access, after: error, from: change.last) {
                try change.goBack(home)
                return Self.hint($0, access)
            }
        }
        try keepKey()
        try change.finish(home)
        try tellUse(home)
        Namesakes.tell(home)
    }

    private func begin(
        _ location: HomeLocation, _ access: CloudAccess
    ) throws -> CloudSwitch {
        let home = try options.open(location)
        if location.remote == nil, try home.joinUndoPlan() != nil {
            complain(
                "This device left its server, and undoing that it joined was interrupted. Finish "
                    + "that first: cloudy cloud leave --undo")
            throw ExitCode(.usage)
        }
        let change = try CloudSwitch(home, to: access)
        if change.isOther, !withoutDocuments { try takeDocumentsAlong(home) }
        try change.begin(home)
        return change
    }

    private func tellUse(_ home: Home) throws {
        let count = try home.catalog.count()
        guard !format.json else {
            let isJoining = try home.device.heldJoin() != nil
            return say(
                JSON.object([
                    "bookmarks": "\(count)", "cloud": JSON.string(url),
                    "joining": "\(isJoining)",
                ]))
        }
        sayProse("This device now uses \(harmless(url)): \(bookmarks(count)).")
        if try options.location().staysUnsealed {
            complain("Nothing is sealed there (--unsealed): the server can read everything.")
        }
    }

    /// Syncs with the server, and joins its bookmarks if the person wants that.
    func syncOrJoin(_ home: Home) throws {
        do { try sync(home) } catch SyncError.joining { try join(home) }
    }

    /// Returns a hint about proxies: one that requires a certificate reports so, or just hangs up.
    private static func hint(_ text: String, _ access: CloudAccess) -> String {
        let signs = ["closed the connection", "asks for a certificate"]
        guard access.identity == nil, CloudAddress(access.url)?.isEncrypted == true,
            signs.contains(where: text.contains)
        else { return "" }
        return " If a proxy there asks for a certificate, add --certificate FILE --key FILE."
    }

    private func reach(_ home: Home) throws {
        guard try home.device.heldJoin() != nil else { return }
        _ = try waitFor(ExchangeLine(home.device)) {
            try await home.device.reachCloud()
        }
    }

    private func sync(_ home: Home) throws {
        try waitFor(ExchangeLine(home.device)) {
            for _ in 0..<100 {
                do { return try await home.device.syncAndWait() } catch SyncError.joining(let held)
                    where held.own <= Home.joinLimit
                {
                    // A few bookmarks are joined without a question, in a moment.
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            try await home.device.syncAndWait()
        }
    }

    /// Shows the effects of joining, and joins if the person wants that.
    private func join(_ home: Home) throws {
        let mirror = try options.openMirror(of: home)
        let controller = home.makeController(mirror: mirror)
        guard let plan = try home.joinPlan(controller) else { return }
        complain(plan.summary)
        if !isSure {
            complain("This device already shows the server's bookmarks.")
            let later = "This device's own bookmarks are not sent. To send them: cloudy sync --join"
            guard Confirmation.canAsk,
                Confirmation.askYesNo("Send this device's bookmarks, too?", otherwise: false)
            else { return complain(later) }
        }
        try home.join(controller)
        try sync(home)
    }

    private func ownAuthority() throws -> [UInt8]? {
        try authority.map { try PEMFile.read($0, "--authority") }
    }

    /// Returns the device's certificate, with absolute paths: agents run in another folder.
    private func ownIdentity() throws -> CloudIdentity? {
        guard let certificate, let key else { return nil }
        _ = try PEMFile.read(certificate, "--certificate")
        _ = try PEMFile.read(key, "--key")
        return CloudIdentity(certificate: Self.fromRoot(certificate), key: Self.fromRoot(key))
    }

    /// Returns an absolute path. Symbolic links stay: a renewal of the certificate replaces the
    /// file behind them.
    private static func fromRoot(_ path: String) -> String {
        path.hasPrefix("/") ? path : (currentFolder() ?? "") + "/" + path
    }

    /// Whether an address equals the typed one, in any spelling.
    private func isAddress(_ other: String) -> Bool {
        CloudAddress(other)?.canonical == CloudAddress(url)?.canonical
    }

    /// Returns the access from the options.
    ///
    /// - Parameter kept: the device's former access to this server.
    private func access(_ kept: CloudAccess?) throws -> CloudAccess {
        let (authority, identity) = (try ownAuthority(), try ownIdentity())
        if let token = try token(isKept: kept != nil) {
            return CloudAccess(
                url: url, token: token, authority: authority, identity: identity,
                staysUnsealed: unsealed)
        }
        return CloudAccess(
            url: url, token: kept?.token ?? "", authority: authority ?? kept?.authority,
            identity: identity ?? kept?.identity, staysUnsealed: unsealed)
    }

    /// Returns the secret of this device: a token, or the password of an etcd user; `nil` to keep
    /// the current one.
    private func token(isKept: Bool) throws -> String? {
        guard let address = CloudAddress(url) else { return "" }
        if address.kind == .etcd, address.user == nil { return RemoteCloud.nobody }
        let what = address.user.map { "Password of \(harmless($0))" } ?? "Token"
        let question = what + " (not shown\(isKept ? "; Enter for the saved one" : "")): "
        let given = getenv("CLOUDY_TOKEN").map { String(cString: $0) }
        let typed = given ?? (Confirmation.canAsk ? Secret.ask(question) : readLine()) ?? ""
        // A password may have spaces.
        let token = address.kind == .etcd ? typed : typed.filter { !$0.isWhitespace }
        if address.kind != .etcd, !token.utf8.allSatisfy({ 0x21..<0x7F ~= $0 }) {
            complain(
                "This is not a token: it has characters that tokens never have, perhaps because "
                    + "more was pasted. Copy only the token, from cloudy_ to its last letter or "
                    + "digit.")
            throw ExitCode(.badData)
        }
        if !token.isEmpty { return token }
        if isKept { return nil }
        complain(
            address.kind == .etcd
                ? "You entered no password. The owner of the etcd can add you: etcdctl user add "
                    + "NAME"
                : "You entered no token. The owner of the server can make one: cloudyd account add "
                    + "NAME, or cloudyd token add NAME")
        throw ExitCode(.usage)
    }
}
