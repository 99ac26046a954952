import ArgumentParser
import BrowserFiles
import Browsers
import Console
import DeviceStore
import FileCoordination
import Glibc

struct BrowsersWatch: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "watch",
        abstract: "Bring changes from browsers into Cloudy, until you stop it.",
        discussion: """
            Follows what you add, rename, move, tag and delete in Firefox, Chromium and browsers \
            based on it. It reads copies, and never changes the browser's files. A profile that \
            floccus syncs is not watched. If a browser deletes more than ten bookmarks and more \
            than a fifth, they stay in Cloudy until you decide. Examples: cloudy browsers watch; \
            cloudy browsers watch --once --take-all
            """)

    @Argument(
        help: ArgumentHelp(
            "The name or the path of a profile.", discussion: "Default: all profiles."),
        completion: .file())
    var profiles: [String] = []

    @Flag(help: "Check once, then exit.")
    var once = false

    @Flag(
        help: ArgumentHelp(
            "Also import all bookmarks that the profiles have now.",
            discussion: """
                Without it, Cloudy imports only later changes: the bookmarks that you have in the \
                browser may be in Cloudy already, or deleted there.
                """))
    var takeAll = false

    @Flag(help: "Accept all deletions by the named profiles, then exit.")
    var acceptDeletions = false

    @Flag(
        help: ArgumentHelp(
            "Print one JSON object on each line.", discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if acceptDeletions && profiles.isEmpty {
            throw ValidationError(
                "--accept-deletions needs the profile. To list the profiles: cloudy browsers")
        }
        if acceptDeletions && takeAll {
            throw ValidationError("--take-all deletes nothing: leave out --accept-deletions.")
        }
    }

    func run() throws {
        try reportingErrors {
            var session = ProfileWatch(
                options,
                ProfileLook.Options(takesAll: takeAll, acceptsDeletions: acceptDeletions),
                printsJSON: json)
            let named = try profiles.map(Self.profile)
            for profile in named where profile.hasFloccus {
                throw refusal(
                    "The extension floccus syncs the profile \(profile.label), and watching it too "
                        + "would import each change twice. Switch floccus off in that browser, or "
                        + "leave the profile to it.", .notAllowed)
            }
            let found = named.isEmpty ? session.watchable() : named
            if once || acceptDeletions {
                if found.isEmpty {
                    throw refusal(
                        "There is no browser profile to watch: none is in a usual place, or "
                            + "floccus syncs it. To watch another: cloudy browsers watch PATH",
                        .nothingFound)
                }
                let areAllRead = session.lookOnce(at: found)
                if !areAllRead { throw ExitCode(.badData) }
                return
            }
            Signals.noting([SIGINT, SIGTERM, SIGHUP]) {
                session.run(named.isEmpty ? nil : named)
            }
            if let signal = Signals.latest { throw ExitCode(128 + signal) }
        }
    }

    /// Returns the profile that an argument names.
    private static func profile(_ argument: String) throws -> BrowserProfile {
        let known = BrowserProfile.ofThisPerson()
        let files = [argument, argument + "/places.sqlite", argument + "/Bookmarks"]
        let named = known.filter { $0.name == argument || files.contains($0.path) }
        if named.count == 1 { return named[0] }
        if named.count > 1 {
            throw refusal(
                "Several profiles are called “\(argument)”. Name one by its path: cloudy browsers",
                .usage)
        }
        for path in files where isFile(path) {
            guard let resolved = realpath(path, nil) else { continue }
            defer { free(resolved) }
            let whole = String(cString: resolved)
            let isFirefox = whole.hasSuffix(".sqlite")
            let folder = whole.split(separator: "/").dropLast().last.map(String.init) ?? whole
            return BrowserProfile(
                browser: isFirefox ? "Firefox" : "Chromium", name: folder, path: whole)
        }
        throw refusal(
            "There is no browser profile “\(argument)”. To list the profiles: cloudy browsers",
            .nothingFound)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

/// Prints a message and returns the exit code of a status.
private func refusal(_ text: String, _ status: ExitStatus) -> ExitCode {
    complain(text)
    return ExitCode(status)
}

extension BrowserProfile {
    /// The profile's name for messages.
    var label: String { "\(browser)/\(name)" }
}
