import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import DeviceStore
import Glibc
import SimulatedCloud

/// The options of every command.
struct HomeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep bookmarks and settings in this folder.",
            discussion: "Default: $CLOUDY_HOME, $XDG_DATA_HOME/cloudy or ~/.local/share/cloudy.",
            valueName: "folder"),
        completion: .directory)
    var home: String?

    @Option(
        help: ArgumentHelp(
            "The device's name.", discussion: "Default: $CLOUDY_DEVICE or the host name.",
            valueName: "name"))
    var device: String?

    @Flag(
        help: ArgumentHelp(
            "Stay offline: edits wait until the next sync.",
            discussion: """
                An open list or a running agent of this device may still send them. Nothing is \
                fetched from the web either. The list, pick and watch stay offline until they end. \
                To take the whole device offline: cloudy airplane on
                """))
    var offline = false

    @Option(
        help: ArgumentHelp(
            "Simulate a bad network, to try how Cloudy copes.",
            discussion: """
                For example \
                latency=2s,jitter=500ms,loss=10%,replyloss=5%,duplicates=1%,quota=1000, or \
                offline.
                """,
            valueName: "plan"),
        transform: { try CloudSimulation($0) })
    var simulate: CloudSimulation?

    /// Returns the device in its current account.
    func location() throws(HomeError) -> HomeLocation { try deviceLocation().inUsedAccount() }

    /// Returns the device, without its account.
    func deviceLocation() throws(HomeError) -> HomeLocation {
        try HomeLocation(
            home: home, device: device, environment: environment(),
            hostName: HomeLocation.hostName(), currentFolder: currentFolder())
    }

    /// Opens the property list; reports edits of it that could not be applied.
    func openMirror(of home: Home) throws -> HomeMirror {
        fetchBeforeForeignDefaults(home)
        let mirror = try home.openMirror()
        for problem in mirror.takeProblems() { complain(problem) }
        return mirror
    }

    /// Fetches the cloud's changes if the property list belongs to a lost replica.
    func fetchBeforeForeignDefaults(_ home: Home) {
        guard !offline, (try? home.findsForeignDefaults()) == true else { return }
        try? waitFor(seconds: 5) { try await home.device.syncOnce() }
    }

    /// Opens the home.
    ///
    /// - Parameters:
    ///   - makesDevice: whether to create a missing device although others exist.
    ///   - evenIfMistyped: whether to create it even if its name is similar to another one's.
    ///   - isApart: whether not to sync with the cloud.
    func open(
        makesDevice: Bool = true, evenIfMistyped: Bool = false, isApart: Bool = false
    ) throws(HomeError) -> Home {
        let location = try location()
        let isNew = makesDevice ? false : try beginLooking(at: location)
        if !evenIfMistyped { try refuseMistyped(location) }
        let home = try open(location, isApart: isApart)
        if isNew { sayMade(location) }
        return home
    }

    /// Throws if the device is most likely mistyped; for commands that only read. Returns whether
    /// the home does not exist yet; after creating it, call ``sayMade(_:)``.
    func beginLooking(at location: HomeLocation) throws(HomeError) -> Bool {
        try location.requireKnownDevice()
        return location.isNamed && access(location.folder, F_OK) != 0 && errno == ENOENT
    }

    /// Reports that a new home is empty, because its path may be mistyped.
    func sayMade(_ location: HomeLocation) {
        complain(
            "No home was found at \(location.folder), so cloudy created an empty one. If you "
                + "mistyped --home or CLOUDY_HOME, correct it and remove that folder.")
    }

    /// Throws if the named device is missing, and one with a similar name exists.
    func refuseMistyped(_ location: HomeLocation) throws(HomeError) {
        // The default, the host's name, is not typed, and hosts often have similar names.
        guard device != nil || environment()["CLOUDY_DEVICE"]?.isEmpty == false,
            location.devices.contains(where: location.device.isLikelySlip)
        else { return }
        try location.requireKnownDevice()
    }

    /// Returns the saved searches.
    func savedSearches() throws -> SavedSearches {
        try open(makesDevice: false).preferences.current().searches
    }

    /// Opens the home in the account of a location.
    func open(_ location: HomeLocation, isApart: Bool = false) throws(HomeError) -> Home {
        do {
            CommandLog.note("opens the home")
            let home = try Home(location, simulation: simulate, isApart: isApart)
            CommandLog.note("opened the home" + (home.readOnlyReason == nil ? "" : " to read"))
            return home
        } catch {
            throw HomeError(error)
        }
    }

    /// Sends the manual edits of the property list for a few seconds.
    func sendHandEdits(_ home: Home, _ mirror: HomeMirror) {
        if mirror.hasTakenInEdits { finish(home, mirror, isOffline: offline) }
    }
}

/// Returns the environment variables.
func environment() -> [String: String] {
    var variables: [String: String] = [:]
    for name in [
        "BROWSER", "CLOUDY_DEVICE", "CLOUDY_HOME", "DISPLAY", "EDITOR", "HOME", "NO_COLOR", "PAGER",
        "SSH_CONNECTION", "SSH_TTY", "TERM", "TMUX", "VISUAL", "WAYLAND_DISPLAY",
        "XDG_CONFIG_HOME", "XDG_DATA_HOME",
    ] {
        if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables
}
