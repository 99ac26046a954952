import DeviceStore
import Foundation
public import KeyValueStore
import Synchronization

/// The settings for finding and opening a program's stores, unless a call says otherwise.
///
/// Every property has a default, so code written for Apple's class needs no configuration. Change
/// ``standard`` before the first store is used.
public struct StoreConfiguration: Sendable {
    /// The name of the default store, which other programs may share by naming the same one. The
    /// default is `$UBIQUITY_KVSTORE_IDENTIFIER`, named like Apple's entitlement, else the bundle's
    /// identifier, else the program's name.
    public var identifier: String
    /// The home folder of the stores; `nil` is `$CLOUDY_HOME`, else `$XDG_DATA_HOME/cloudy`, else
    /// `~/.local/share/cloudy`.
    public var home: String?
    /// The device's name; `nil` is `$CLOUDY_DEVICE`, else the host's name.
    public var device: String?
    /// The account in which the store stays; `nil` follows the account that the device uses: see
    /// <doc:Accounts>.
    public var account: String?
    /// The limits of a store. The default is iCloud's. Containers of documents have their own.
    public var limits = StoreLimits.icloud
    /// Called for each refused value, and when a store cannot be opened, since Apple's methods do
    /// not throw. A store that cannot be opened is reported once, and again if the reason changes
    /// or it was opened in between. The default prints a line on standard error.
    public var report: @Sendable (any Error) -> Void = { error in
        FileHandle.standardError.write(Data("NSUbiquitousKeyValueStore: \(error)\n".utf8))
    }

    /// The number of the process that makes the edits. All stores of a program have the same one,
    /// so that they do not report the program's own edits as changes.
    var process = Self.thisProcess

    private static let thisProcess = Int64.random(in: 1 ... .max)

    /// The defaults of this program.
    public init() {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["UBIQUITY_KVSTORE_IDENTIFIER"].flatMap { $0.isEmpty ? nil : $0 }
        identifier =
            named ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    }

    /// The configuration of stores that are opened without one.
    public static var standard: StoreConfiguration {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    private static let current = Mutex(StoreConfiguration())

    private func location() throws -> HomeLocation {
        try HomeLocation(
            home: home, device: device, environment: ProcessInfo.processInfo.environment,
            hostName: ProcessInfo.processInfo.hostName)
    }

    /// Opens the store. It syncs for as long as the returned object is retained.
    func open() throws -> OpenStore {
        if identifier == HomeLocation.bookmarksIdentifier {
            throw HomeError(
                .usage,
                "The store \(identifier) holds the bookmarks of Cloudy. Read and change them with "
                    + "cloudy list --json and cloudy add, and give this program's store another "
                    + "identifier.")
        }
        if HomeLocation.isContainer(identifier) {
            throw HomeError(
                .usage,
                "The store \(identifier) holds the documents of a container. Open them with "
                    + "Document, and give this program's store an identifier that does not end in "
                    + "“\(HomeLocation.containerSuffix)”.")
        }
        let location = try location()
        guard let account else {
            let following = try FollowingStore(
                location, identifier: identifier, limits: limits, process: process)
            return OpenStore(following, isSyncing: true, report: report)
        }
        let device = try DeviceStore(
            location.inAccount(account).store(identifier: identifier), limits: limits,
            process: process)
        return OpenStore(FollowingStore(staying: device), isSyncing: true, report: report)
    }

    /// Returns the device in the configured account, or else in the account that it uses now.
    func accountLocation() throws -> HomeLocation {
        let location = try location()
        return try account.map { try location.inAccount($0) } ?? location.inUsedAccount()
    }

    /// Returns a text that identifies the account and its cloud or home. Throws if the account
    /// cannot be determined.
    func identity() throws -> String {
        let used = try accountLocation()
        return "\(used.account)\n\(used.remote?.url ?? used.folder)"
    }
}
