import BookmarkLibrary
import Bookmarks
import BookmarksUI
import BrowserFiles
import Browsers
import DeviceStore
import FileCoordination
import Glibc

/// Looks at browser profiles whenever the browsers write them.
///
/// Firefox writes its log without closing it, so no event reports that. Instead, sizes and dates of
/// a few files are checked twice a second.
struct ProfileWatch {
    private let options: HomeOptions
    private var lookOptions: ProfileLook.Options
    private let printsJSON: Bool
    private var watched: [String: State] = [:]

    private struct State {
        /// The files at the last look.
        var revision: [[Int]] = []
        /// The earliest time for the next look, in milliseconds.
        var due: Int64 = 0
        /// The last reported number of waiting deletions, and the last reported failure.
        var held = 0
        var problem = ""
    }

    init(_ options: HomeOptions, _ lookOptions: ProfileLook.Options, printsJSON: Bool) {
        self.options = options
        self.lookOptions = lookOptions
        self.printsJSON = printsJSON
    }

    /// Returns this person's profiles that are not synced by another program.
    func watchable() -> [BrowserProfile] {
        BrowserProfile.ofThisPerson().filter { !$0.hasFloccus }
    }

    /// Looks at the profiles until a signal comes or the reader of the output is gone.
    ///
    /// - Parameter named: `nil` for all profiles, including new ones.
    mutating func run(_ named: [BrowserProfile]?) {
        var profiles = named ?? []
        var ticks = 0
        while Signals.latest == nil, !OutputFailure.hasOccurred {
            if named == nil, ticks % Self.ticksBetweenSearches == 0 { profiles = search() }
            ticks += 1
            for profile in profiles where Signals.latest == nil { lookIfChanged(profile) }
            usleep(500_000)
        }
    }

    /// Looks at each profile once. Returns whether all could be read.
    mutating func lookOnce(at profiles: [BrowserProfile]) -> Bool {
        var areAllRead = true
        for profile in profiles {
            do { try look(at: profile) } catch {
                areAllRead = false
                complain("Cannot import changes from \(profile.label): \(message(for: error))")
            }
        }
        return areAllRead
    }

    private static let ticksBetweenSearches = 20

    private func search() -> [BrowserProfile] {
        let all = BrowserProfile.ofThisPerson()
        let left = all.filter { !$0.hasFloccus }
        for profile in all where !left.contains(profile) && watched[profile.path] == nil {
            CommandLog.note("leaves a profile to floccus", content: "leaves \(profile.path)")
        }
        return left
    }

    private mutating func lookIfChanged(_ profile: BrowserProfile) {
        var state = watched[profile.path] ?? State()
        let begin = DeviceStore.milliseconds()
        let revision = profile.revision
        guard revision != state.revision, begin >= state.due else { return }
        watched[profile.path] = state
        do {
            try look(at: profile)
            state = watched[profile.path] ?? state
            state.revision = revision
            state.problem = ""
        } catch {
            let text = message(for: error)
            if text != state.problem {
                complain("Cannot import changes from \(profile.label); trying again: \(text)")
            }
            state.problem = text
        }
        // Browsers write their history constantly, so a large file is copied less often.
        let end = DeviceStore.milliseconds()
        state.due = end + max(1000, min(60_000, 5 * (end - begin)))
        watched[profile.path] = state
    }

    /// Applies the changes in a profile, and reports them.
    private mutating func look(at profile: BrowserProfile) throws {
        let isFirstLook = watched[profile.path]?.revision.isEmpty ?? true
        let tree = try ProfileTree.read(profile)
        let home = try options.open()
        let mirror = try options.openMirror(of: home)
        let library = HomeBrowserLibrary(
            home, home.makeController(mirror: mirror, session: .door(.profile, profile.label)))
        var lookOptions = lookOptions
        lookOptions.takesAll = lookOptions.takesAll && isFirstLook
        let outcome = try FileLock(path: home.location.browserLooksLock).withLock {
            try ProfileLook.take(
                tree, ofProfile: profile.path, lookOptions, now: DeviceStore.milliseconds(),
                into: library)
        }
        if outcome.added + outcome.changed + outcome.deleted > 0 {
            finish(home, mirror, isOffline: options.offline)
        } else {
            mirror.flushBeforeExit()
        }
        tell(outcome, of: profile, tree.bookmarkCount)
    }

    // MARK: Lines

    private mutating func tell(
        _ outcome: ProfileLook.Outcome, of profile: BrowserProfile, _ count: Int
    ) {
        let isHeld = outcome.held > 0 && outcome.held != watched[profile.path]?.held
        watched[profile.path]?.held = outcome.held
        let isAnything = outcome.added + outcome.changed + outcome.deleted > 0
        if printsJSON {
            if isAnything || outcome.isFirst || isHeld { say(json(outcome, profile, count)) }
        } else if isAnything {
            let words = [
                (outcome.added, "added"), (outcome.changed, "changed"),
                (outcome.deleted, "deleted"),
            ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            say(harmless("\(profile.label): \(words.joined(separator: ", "))"))
        } else if outcome.isFirst {
            say(
                harmless(
                    "\(profile.label): watched from now on; to import its \(bookmarks(count)) too: "
                        + "--take-all"))
        }
        if isHeld {
            complain(
                "\(profile.label) deleted \(bookmarks(outcome.held)) at once. They stay in Cloudy "
                    + "until you decide: \(Action.usualKey(of: .sync)) in the list, or cloudy "
                    + "serve deletions. To delete them: cloudy browsers watch --accept-deletions "
                    + shellWord(profile.path))
        }
    }

    private func json(
        _ outcome: ProfileLook.Outcome, _ profile: BrowserProfile, _ count: Int
    ) -> String {
        JSON.object([
            "added": "\(outcome.added)", "bookmarks": "\(count)",
            "browser": JSON.string(profile.browser), "changed": "\(outcome.changed)",
            "deleted": "\(outcome.deleted)", "held": "\(outcome.held)",
            "name": JSON.string(profile.name), "path": JSON.string(profile.path),
            "time": JSON.number(ListSession.now()),
            "what": JSON.string(outcome.isFirst ? "begin" : "look"),
        ])
    }
}
