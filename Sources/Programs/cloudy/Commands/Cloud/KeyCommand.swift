import AgentMessages
import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore

/// How keys are printed. Shared, as with `AccountFormat`.
struct KeyFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: """
                It has cloud, key (what it is called) and of most commands bookmarks and records \
                (how many were sealed) or recovery (the recovery string). Without a command locked \
                (whether the key is another), reached (whether the server was asked), sealed, \
                sealedWith (what its key is called), since (seconds since 1970), unreadable and \
                unsealed (how many records wait for room to be sealed, as what seals says in \
                waiting).
                """))
    var json = false
}

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "key",
        abstract: "Seal what goes to a server, so that nobody there can read it.",
        discussion: """
            Without a command it asks the server whether it is sealed, and says whether this \
            device has the key, since when, and how many records cannot be opened. With a key, \
            the server sees neither addresses nor names, tags or notes, and devices without the \
            key are let in nowhere. Examples: cloudy key; cloudy key create; cloudy key join; \
            cloudy key show; cloudy key rotate; cloudy key seal
            """,
        subcommands: [
            CreateKey.self, JoinKey.self, ShowKey.self, RotateKey.self, SealCloud.self,
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
                return say("No key: this device meets others on this machine.")
            }
            if location.staysUnsealed, let kept = try location.anySealingKey() {
                say("\(url) is used unsealed; the key \(kept.id) is kept.")
            } else if location.isLocked {
                say("\(url) was found sealed, with a key that is not here: cloudy key join")
            } else if let key {
                say("This device has the key \(key) for \(url).")
            } else {
                say("This device has no key for \(url).")
            }
        }
    }
}

struct CreateKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a key, and seal with it what is at the server, and all that goes there.",
        discussion: """
            It prints the key as a recovery string, which other devices ask for. Write it down: \
            without it and without a device nobody can read what is at the server. Sealed records \
            are longer: an account that has too little room for them is left as it is. With a \
            passphrase, which is asked for or taken from $CLOUDY_PASSPHRASE or standard input, \
            devices can be let in by that as well; who has the server can then try to guess it. \
            Example: cloudy key create
            """)

    @Flag(help: "Let other devices in by a passphrase, too.")
    var passphrase = false

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let secret = try passphrase ? KeyInput.newPassphrase() : nil
            try KeyTalk.run(.create(passphrase: secret), options, format)
        }
    }
}

struct JoinKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Take the key of a device that has it.",
        discussion: """
            It asks for the recovery string that cloudy key show prints there, or takes it from \
            $CLOUDY_RECOVERY or standard input. Case, spaces and hyphens mean nothing; a slip is \
            found before anything is tried. Example: cloudy key join
            """)

    @Flag(help: "Ask for the passphrase instead, or take it from $CLOUDY_PASSPHRASE.")
    var passphrase = false

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let secret =
                passphrase
                ? try KeyInput.line(
                    "Passphrase: ", "CLOUDY_PASSPHRASE",
                    advice: "It is the one that was typed where “cloudy key create --passphrase” "
                        + "made the key.")
                : try KeyInput.line(
                    "Recovery string: ", "CLOUDY_RECOVERY",
                    advice: "“cloudy key show” prints the recovery string on a device that has "
                        + "the key; “cloudy key join” asks for it, or takes it from standard "
                        + "input.",
                    read: KeyInput.recoveryString
                )
                // In the variable it may have the two lines in which it is shown.
                .split(whereSeparator: \.isNewline).joined(separator: "-")
            try KeyTalk.run(
                .join(secret: secret, isPassphrase: passphrase), options, format)
        }
    }
}

struct ShowKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the recovery string, for another device or for paper.",
        discussion: """
            Who has it, and gets at the server, can read all. When another device has replaced the \
            key, that is said. Example: cloudy key show
            """)

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors { try KeyTalk.run(.show(asks: true), options, format) }
    }
}

struct RotateKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Make another key, and seal all that is at the server with it.",
        discussion: """
            For when somebody may have the key: a lost device, a paper that is gone. All other \
            devices ask for the new one before they send anything, and a passphrase is forgotten \
            unless a new one is said. Stopped, it goes on when it is called again. \
            Example: cloudy key rotate
            """)

    @Flag(help: "Let other devices in by a passphrase, too.")
    var passphrase = false

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let secret = try passphrase ? KeyInput.newPassphrase() : nil
            try KeyTalk.run(.rotate(passphrase: secret), options, format)
        }
    }
}

struct SealCloud: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Seal a server again with the key of this device, although it seems to be new.",
        discussion: """
            When a server says no more that it is sealed, shows an older key, or has records that \
            are not sealed, nothing is exchanged with it: it was restored from a backup, or \
            somebody wants to read along. This says that all is well. What is there unsealed is \
            taken in, and sealed. It also goes on where cloudy key create was stopped. Example: \
            cloudy key seal
            """)

    @Flag(help: "Throw away what is there unsealed.")
    var discard = false

    @OptionGroup var format: KeyFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors { try KeyTalk.run(.seal(discards: discard), options, format) }
    }
}

/// Secrets that a person types, or a script gives: never arguments, which others can list.
enum KeyInput {
    /// - Parameter advice: what is said besides where nothing is typed.
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
        throw ExitCode(ExitStatus.usage.rawValue)
    }

    /// A recovery string, which is shown in two lines, and may be pasted so.
    static func recoveryString() -> String? {
        guard let first = readLine() else { return nil }
        guard first.count(where: { !$0.isWhitespace && $0 != "-" }) == shownInALine else {
            return first
        }
        return first + "-" + (readLine() ?? "")
    }

    /// Half of the characters of a recovery string.
    private static let shownInALine = 28

    /// A passphrase to be remembered, which is asked for twice.
    static func newPassphrase() throws -> String {
        let text = try line("Passphrase: ", "CLOUDY_PASSPHRASE")
        guard Confirmation.canAsk, getenv("CLOUDY_PASSPHRASE") == nil else { return text }
        if Secret.ask("Once more: ") == text { return text }
        complain("Those were two different ones. Nothing was changed.")
        throw ExitCode(ExitStatus.usage.rawValue)
    }
}
