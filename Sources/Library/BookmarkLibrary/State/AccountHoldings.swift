import Bookmarks
public import DeviceStore
import Glibc
import KeyValueStore
import LocalCloud
import Replication

/// The data of an account in a home, which is removed with the account.
public struct AccountHoldings: Sendable, Hashable {
    /// The data of one device in the account.
    public struct Part: Sendable, Hashable {
        public var device: String
        /// The number of bookmarks; `nil` if it cannot be read.
        public var bookmarks: Int?
        /// The number of unsent edits; `nil` if it cannot be read.
        public var unsent: Int?
        public var backups: Int
        /// The number of forms left unsaved.
        public var unsavedForms: Int
        /// The stores of other programs.
        public var stores: [String]
    }

    public var parts: [Part]
    /// The number of bookmarks in the cloud; `nil` if none can be read.
    public var inCloud: Int?

    /// Reads the data of a location's account. Creates nothing.
    public init(_ location: HomeLocation) {
        parts = location.parts.map(Self.part)
        inCloud = (try? CloudInspection(path: location.store.cloud)).map { cloud in
            cloud.entries.count {
                !$0.isTombstone && $0.key.hasPrefix(BookmarksController.keyPrefix)
            }
        }
    }

    /// The number of bookmarks at the place that has most.
    public var bookmarks: Int {
        (parts.map(\.bookmarks) + [inCloud]).compactMap { $0 }.max() ?? 0
    }

    /// The number of edits that would never be sent.
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
