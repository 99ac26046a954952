import Bookmarks
public import DeviceStore
import Glibc
import KeyValueStore
import LocalCloud
import Replication

/// The parts of an account in a home: everything that is removed with it.
public struct AccountHoldings: Sendable, Hashable {
    /// A device's part of it.
    public struct Part: Sendable, Hashable {
        public var device: String
        /// `nil` where it cannot be read.
        public var bookmarks: Int?
        /// How many edits were not sent; `nil` where that cannot be read.
        public var unsent: Int?
        public var backups: Int
        /// How many forms were left without saving them.
        public var unsavedForms: Int
        /// The stores of other programs.
        public var stores: [String]
    }

    public var parts: [Part]
    /// How many bookmarks the cloud has; `nil` where there is none that can be read.
    public var inCloud: Int?

    /// Looks at the data of the account that the location names. Makes nothing.
    public init(_ location: HomeLocation) {
        parts = location.parts.map(Self.part)
        inCloud = (try? CloudInspection(path: location.store.cloud)).map { cloud in
            cloud.entries.count {
                !$0.isTombstone && $0.key.hasPrefix(BookmarksController.keyPrefix)
            }
        }
    }

    /// How many bookmarks it has at the place where it has most.
    public var bookmarks: Int {
        (parts.map(\.bookmarks) + [inCloud]).compactMap { $0 }.max() ?? 0
    }

    /// How many edits would never be sent.
    public var unsent: Int { parts.compactMap(\.unsent).reduce(0, +) }

    private static func part(_ location: HomeLocation) -> Part {
        var part = Part(
            device: location.device, backups: Backups(location).found().count,
            unsavedForms: (1...UnsavedFormFile.limit).count {
                access("\(location.accountFolder)/unsaved-\($0).plist", F_OK) == 0
            },
            stores: location.storeIdentifiers.filter { $0 != Preferences.storeIdentifier })
        if access(location.store.replica, F_OK) != 0 {
            (part.bookmarks, part.unsent) = (0, 0)
        } else if let home = try? Home(location) {
            part.bookmarks = try? home.catalog.count()
            part.unsent = try? home.device.syncState().unsent
        }
        return part
    }
}
