import AgentMessages
import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore

/// The output options of keys, shared like `AccountFormat`.
struct KeyFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: """
                Fields: cloud, key (its name), and for most commands bookmarks and records (how \
                many were sealed) or recovery (the recovery string). Without a command: locked \
                (whether this device lacks the server's key), reached (whether the server was \
                asked), sealed, sealedWith (the name of the server's key), since (seconds since \
                1970), unreadable and unsealed (number of records that wait for room to be sealed; \
                seal prints it as waiting).
                """))
    var json = false
}

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "key",
        abstract: "Seal the data on a server, so that nobody there can read it.",
        discussion: """
            Without a command, asks the server whether it is sealed, and prints whether this \
            device has the key, since when the server is sealed, and how many records this device \
            cannot open. With a key, the server cannot see addresses, names, tags or notes, and \
            devices without the key cannot sync. Examples: cloudy key; cloudy key create; cloudy \
            key enter; cloudy key show; cloudy key rotate; cloudy key seal
            """,
        subcommands: [
            CreateKey.self, EnterKey.self, ShowKey.self, RotateKey.self, SealCloud.self,
        ])

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let location = try options.location()
            try location.requireKnownDevice()
            if location.remote != nil, !options.offline {
                return try KeyTalk.run(.state, options, format)
            }
            let (key, notes) = (try location.sealingKey()?.id, location.sealingNotes())
            if format.json {
                return say(
                    JSON.object([
                        "cloud": location.remote.map { JSON.string($0.url) } ?? "null",
                        "key": key.map(JSON.string) ?? "null", "locked": "\(location.isLocked)",
                        "reached": "false", "sealed": location.remote == nil ? "false" : "null",
                        "sealedWith": "null", "since": "null",
                        "unreadable": "\(notes.unreadableCount)",
                        "unsealed": "\(notes.unsealedCount)",
                    ]))
            }
            guard let url = location.remote.map({ harmless($0.url) }) else {
                return say("No key: this device does not use a server.")
            }
            if location.staysUnsealed, let kept = try location.anySealingKey() {
                say("\(url) is used unsealed; the key \(kept.id) is kept.")
            } else if location.isLocked {
                sayProse(
                    "\(url) is sealed with a key that this device lacks. To get it: "
                        + "cloudy key enter"
                )
            } else if let key {
                say("This device has the key \(key) for \(url).")
            } else {
                say("This device has no key for \(url).")
            }
        }
    }
}

/// A command that makes a call about keys to the server.
protocol KeyCallingCommand: ParsableCommand {
    var format: KeyFormat { get }
    var options: HomeOptions { get }

    /// Returns the call, with the secrets that the person typed.
    func call() throws -> KeyCall
}

extension KeyCallingCommand {
    func run() throws {
        try reportingErrors { try KeyTalk.run(try call(), options, format) }
    }
}

struct CreateKey: KeyCallingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a key, and seal everything on the server with it.",
        discussion: """
            Prints the key as a recovery string, which other devices ask for. Write it down: \
            without it or a device that has it, nobody can read the data on the server. Sealed \
            records are longer: if the account has too little room for them, nothing changes. With \
            a passphrase, typed or read from $CLOUDY_PASSPHRASE or standard input, devices can \
            get the key with that too; then someone with access to the server can try to guess it. \
            Example: cloudy key create
            """)

    @Flag(help: "Also let devices get the key with a passphrase.")
    var passphrase = false

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func call() throws -> KeyCall {
        .create(passphrase: try passphrase ? KeyInput.newPassphrase() : nil)
    }
}

struct EnterKey: KeyCallingCommand {
    static let configuration = CommandConfiguration(
        commandName: "enter",
        abstract: "Enter the key that another device shows.",
        discussion: """
            Asks for the recovery string that cloudy key show prints there, or reads it from \
            $CLOUDY_RECOVERY or standard input. Case, spaces and hyphens do not matter; typing \
            mistakes are found before anything is tried. Example: cloudy key enter
            """)

    @Flag(help: "Ask for the passphrase instead, or take it from $CLOUDY_PASSPHRASE.")
    var passphrase = false

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func call() throws -> KeyCall {
        let secret =
            passphrase
            ? try KeyInput.line(
                "Passphrase (not shown): ", "CLOUDY_PASSPHRASE",
                advice: "The one typed at “cloudy key create --passphrase”.")
            : try KeyInput.line(
                "Recovery string (not shown): ", "CLOUDY_RECOVERY",
                advice: "To see the recovery string, type “cloudy key show” on a device that has "
                    + "the key. “cloudy key enter” asks for it, or reads it from standard "
                    + "input.",
                read: KeyInput.recoveryString
            )
            // A variable may have the two lines in which the string is shown.
            .split(whereSeparator: \.isNewline).joined(separator: "-")
        return .enter(secret: secret, isPassphrase: passphrase)
    }
}

struct ShowKey: KeyCallingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the recovery string, for another device or for paper.",
        discussion: """
            Anyone who has it and can reach the server can read everything. Also says if another \
            device has replaced the key. Example: cloudy key show
            """)

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func call() -> KeyCall { .show(asks: true) }
}

struct RotateKey: KeyCallingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace the key, and seal everything on the server with the new one.",
        discussion: """
            Use this when someone else may have the key: after you lost a device or the written \
            recovery string. All other devices ask for the new key before they send anything, and \
            an old passphrase stops working unless you give a new one. If it is interrupted, run \
            it again to finish. Example: cloudy key rotate
            """)

    @Flag(help: "Also let devices get the new key with a passphrase.")
    var passphrase = false

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func call() throws -> KeyCall {
        .rotate(passphrase: try passphrase ? KeyInput.newPassphrase() : nil)
    }
}

struct SealCloud: KeyCallingCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Seal a server again with this device's key, even if it seems to be new.",
        discussion: """
            If a server says that it is not sealed, shows an older key, or has unsealed records, \
            this device stops syncing: the server was restored from a backup, or someone is trying \
            to read your data. This command confirms that you trust it, and takes in and seals its \
            unsealed records. It also finishes an interrupted cloudy key create. Example: cloudy \
            key seal
            """)

    @Flag(help: "Discard unsealed records instead of taking them in.")
    var discard = false

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func call() -> KeyCall { .seal(discards: discard) }
}

/// Reads secrets from a person or a script. They are never arguments, which others can list.
enum KeyInput {
    /// - Parameter advice: added to the message if nothing is typed.
    static func line(
        _ question: String, _ variable: String, advice: String = "See cloudy key --help.",
        read: () -> String? = { readLine() }
    ) throws -> String {
        let given = getenv(variable).map { String(cString: $0) }
        let text = given ?? (Confirmation.canAsk ? Secret.ask(question, read: read) : read())
        if let text, text.contains(where: { !$0.isWhitespace }), text.utf8.count < 4000 {
            return text
        }
        complain("Nothing was typed. \(advice)")
        throw ExitCode(.usage)
    }

    /// Reads a recovery string, which is shown in two lines, and may be pasted that way.
    static func recoveryString() -> String? {
        guard let first = readLine() else { return nil }
        guard first.count(where: { !$0.isWhitespace && $0 != "-" }) == shownInALine else {
            return first
        }
        return first + "-" + (readLine() ?? "")
    }

    /// Half of the characters of a recovery string.
    private static let shownInALine = 28

    /// Asks twice for a new passphrase.
    static func newPassphrase() throws -> String {
        let text = try line("Passphrase (not shown): ", "CLOUDY_PASSPHRASE")
        guard Confirmation.canAsk, getenv("CLOUDY_PASSPHRASE") == nil else { return text }
        if Secret.ask("Once more (not shown): ") == text { return text }
        complain("The two passphrases differ. Nothing was changed.")
        throw ExitCode(.usage)
    }
}
