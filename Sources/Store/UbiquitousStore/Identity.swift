public import Foundation
import Synchronization

// Foundation on Linux has none of iCloud's part of FileManager. Code for Apple's class asks for the
// token before it uses the store, and compares it with the one of the last start.

extension FileManager {
    /// Stands for the account whose values the stores of this program have: equal for the same one,
    /// and to be archived. `nil` where no account can be told, since the home cannot be found or
    /// the note of the account is damaged.
    public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? {
        Identity.current.map { NSString(string: $0) }
    }
}

extension NSNotification.Name {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Posted when the device uses another account, by a program that has a store open, before the
    /// store posts its own notification with the reason
    /// ``NSUbiquitousKeyValueStoreAccountChange``.
    public static let NSUbiquityIdentityDidChange = NSNotification.Name(
        "NSUbiquityIdentityDidChangeNotification")
}

/// The account whose values the stores of this program have.
enum Identity {
    private static let told = Mutex<String?>(nil)

    static var current: String? { try? StoreConfiguration.standard.identity() }

    /// Whether it is another one than at the last call. Each store of a program asks, and one of
    /// them tells.
    static var hasChanged: Bool {
        let current = current ?? ""
        return told.withLock { told in
            defer { told = current }
            return told != current
        }
    }
}
