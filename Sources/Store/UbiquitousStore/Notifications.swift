public import Foundation

extension NSUbiquitousKeyValueStore {
    /// Posted when values changed that this store did not set itself, on an unspecified thread. The
    /// new values can be read by then. The object is the store; the user info has
    /// ``NSUbiquitousKeyValueStoreChangeReasonKey`` and
    /// ``NSUbiquitousKeyValueStoreChangedKeysKey``.
    public static let didChangeExternallyNotification = Notification.Name(
        "NSUbiquitousKeyValueStoreDidChangeExternallyNotification")
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// In the user info: the reason why values changed, an `NSNumber` with one of the four reasons.
public let NSUbiquitousKeyValueStoreChangeReasonKey = "NSUbiquitousKeyValueStoreChangeReasonKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// In the user info: the keys whose values changed, an array of strings.
public let NSUbiquitousKeyValueStoreChangedKeysKey = "NSUbiquitousKeyValueStoreChangedKeysKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Another device changed values, or another program on this one.
public var NSUbiquitousKeyValueStoreServerChange: Int { 0 }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Values arrived with the first listing of the cloud. Values set before are kept and merged.
public var NSUbiquitousKeyValueStoreInitialSyncChange: Int { 1 }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// There was no space for a write.
public var NSUbiquitousKeyValueStoreQuotaViolationChange: Int { 2 }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The device uses another account now, and the store has the values of that account.
public var NSUbiquitousKeyValueStoreAccountChange: Int { 3 }
