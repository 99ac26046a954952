import FileCoordination
import Glibc
import KeyValueStore

/// The paths of a home's files.
public struct HomeLocation: Sendable, Hashable {
    /// The folder that holds everything.
    public var folder: String
    /// The device's name.
    public var device: String
    /// The file of settings: in the home if that is named, so that everything is in one place;
    /// otherwise where the XDG specification says.
    public let settingsFile: String
    /// Whether the home was named explicitly, and so may be mistyped.
    public let isNamed: Bool
    /// The account of these paths. The disk is not read for it: see ``inUsedAccount()``.
    public internal(set) var account = HomeLocation.defaultAccount
    /// The cloud of the account, if it is behind a network.
    public internal(set) var remote: RemoteCloud?

    /// The longest name a device may have, in bytes of UTF-8.
    public static let maximumDeviceLength = 64

    /// Finds the home: `home`, else `$CLOUDY_HOME`, else `$XDG_DATA_HOME/cloudy`, else
    /// `~/.local/share/cloudy` (XDG Base Directory Specification). The device is `device`, else
    /// `$CLOUDY_DEVICE`, else the host's name. A home that does not begin with a slash is in
    /// `currentFolder`.
    public init(
        home: String?, device: String?, environment: [String: String], hostName: String,
        currentFolder: String? = nil
    ) throws(HomeError) {
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let named = home ?? variable("CLOUDY_HOME")
        isNamed = named != nil
        if let named {
            folder = named
        } else if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
            folder = data + "/cloudy"
        } else if let user = variable("HOME") {
            folder = user + "/.local/share/cloudy"
        } else {
            throw HomeError(
                .configuration,
                "Neither CLOUDY_HOME nor HOME is set. Say where to keep bookmarks: "
                    + "cloudy --home FOLDER")
        }
        guard !folder.isEmpty, !folder.utf8.contains(0) else {
            throw HomeError(.usage, "The home folder must have a name: cloudy --home FOLDER")
        }
        if !folder.hasPrefix("/") {
            guard let currentFolder, currentFolder.hasPrefix("/") else {
                throw HomeError(
                    .usage,
                    "The home folder “\(Self.shown(folder))” is relative, and the current folder "
                        + "is gone. Name it from the root: cloudy --home /FOLDER")
            }
            folder = (currentFolder == "/" ? "" : currentFolder) + "/" + folder
        }
        if named == nil, let settings = variable("XDG_CONFIG_HOME"), settings.hasPrefix("/") {
            settingsFile = settings + "/cloudy/settings"
        } else if named == nil, let user = variable("HOME") {
            settingsFile = user + "/.config/cloudy/settings"
        } else {
            settingsFile = folder + "/settings"
        }
        let name = device ?? variable("CLOUDY_DEVICE") ?? Self.name(fromHost: hostName)
        if let problem = Self.problem(withDevice: name) {
            throw HomeError(
                .usage,
                "The device name “\(Self.shown(name))” \(problem). "
                    + "Choose another: --device NAME")
        }
        self.device = name
    }

    /// Returns the reason why a text is not a valid name of a device; `nil` if it is valid.
    static func problem(withDevice name: String) -> String? {
        problem(withName: name, maximumLength: maximumDeviceLength)
    }

    /// Returns the reason why a text is not a valid name of a folder; `nil` if it is valid.
    static func problem(withName name: String, maximumLength: Int) -> String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.count > maximumLength { return "is longer than \(maximumLength) bytes" }
        if name.utf8.contains(UInt8(ascii: "/")) { return "has a slash in it" }
        if name.hasPrefix(".") { return "begins with a dot" }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "has a control character in it"
        }
        return nil
    }

    static func shown(_ name: String) -> String {
        let scalars = name.unicodeScalars.prefix(80).map { scalar -> Unicode.Scalar in
            scalar.properties.generalCategory == .control ? "?" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns the name of the host.
    public static func hostName() -> String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(
            decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the host's name without its domain; `device` if that is not a valid name.
    private static func name(fromHost host: String) -> String {
        let name = String(host.prefix { $0 != "." })
        return problem(withDevice: name) == nil ? name : "device"
    }

    /// The folder of this device.
    public var deviceFolder: String { folder + "/devices/" + device }
    /// The agent of this device, for all accounts.
    public var agent: DeviceAgent { DeviceAgent(home: folder, device: device) }
    /// The device's own store, in this account.
    public var store: StoreLocation {
        StoreLocation(
            device: device, folder: accountFolder, cloudFolder: cloudFolder,
            account: isDefaultAccount ? nil : account, remote: remote, agent: agent)
    }

    /// Returns a store of this device, shared by the programs that use the same identifier.
    public func store(identifier: String) throws(HomeError) -> StoreLocation {
        if let problem = Self.problem(withName: identifier, maximumLength: Self.maximumStoreLength)
        {
            throw HomeError(
                .usage, "The store identifier “\(Self.shown(identifier))” \(problem).")
        }
        return StoreLocation(
            device: device, folder: accountFolder + "/stores/" + identifier,
            cloudFolder: cloudFolder + "/stores/" + identifier,
            account: isDefaultAccount ? nil : account, remote: remote, identifier: identifier,
            agent: agent)
    }

    /// The identifier of the device's own store, with the bookmarks. No program's store has this
    /// name.
    public static let bookmarksIdentifier = "cloudy.bookmarks"

    /// The names of the devices that have a folder here, sorted.
    public var devices: [String] { Self.names(in: folder + "/devices") }

    /// The length of the longest identifier of a store, in bytes of UTF-8.
    private static let maximumStoreLength = 128

    /// The identifiers of the device's stores in this account, except its own store.
    public var storeIdentifiers: [String] {
        Self.names(in: accountFolder + "/stores", maximumLength: Self.maximumStoreLength)
    }

    /// Returns the entries of a folder that are valid names up to a length, sorted.
    static func names(
        in folder: String, maximumLength: Int = maximumDeviceLength
    ) -> [String] {
        FolderEntries.names(in: folder)
            .filter { problem(withName: $0, maximumLength: maximumLength) == nil }.sorted()
    }

    /// Throws if this device does not exist but others do: its name is most likely mistyped, and a
    /// command that only reads must not create a device.
    public func requireKnownDevice() throws(HomeError) {
        // Read once: another program may be making this device.
        let others = devices
        if others.isEmpty || others.contains(device) { return }
        throw HomeError(
            .configuration,
            "There is no device “\(device)” in \(folder). It has \(others.joinedWithAnd). "
                + "Choose one with --device NAME, or create this one: cloudy sync --device "
                + "\(device)")
    }
}
