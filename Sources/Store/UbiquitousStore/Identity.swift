public import Foundation
import Synchronization

// Foundation on Linux has none of iCloud's part of FileManager. Code for Apple's class asks for the
// token before it uses the store, and compares it with the one of the last start.

extension FileManager {
    /// A token for the account whose values the stores of this program have. Tokens of the same
    /// account are equal, and can be archived. `nil` if the account cannot be determined, because
    /// the home cannot be found or the file that names the account is damaged.
    public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? {
        Identity.current.map { NSString(string: $0) }
    }
}

extension NSNotification.Name {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Posted when the device has switched to another account, in each program with an open store,
    /// before the store posts its own notification with the reason
    /// ``NSUbiquitousKeyValueStoreAccountChange``.
    public static let NSUbiquityIdentityDidChange = NSNotification.Name(
        "NSUbiquityIdentityDidChangeNotification")
}

/// The account whose values the stores of this program have.
enum Identity {
    private static let told = Mutex<String?>(nil)

    static var current: String? { try? StoreConfiguration.standard.identity() }

    /// Whether the account has changed since the last call. Each store of a program asks, and only
    /// the first one to ask gets `true`.
    static var hasChanged: Bool {
        let current = current ?? ""
        return told.withLock { told in
            defer { told = current }
            return told != current
        }
    }
}
