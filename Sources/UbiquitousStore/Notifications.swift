public import Foundation

extension NSUbiquitousKeyValueStore {
    /// Posted when values changed that this store did not set itself, after the new ones can be
    /// read, on an unspecified thread. The object is the store; the user info has
    /// ``NSUbiquitousKeyValueStoreChangeReasonKey`` and
    /// ``NSUbiquitousKeyValueStoreChangedKeysKey``.
    public static let didChangeExternallyNotification = Notification.Name(
        "NSUbiquitousKeyValueStoreDidChangeExternallyNotification")
}

/// In the user info: why values changed, an `NSNumber` with one of the four reasons.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSUbiquitousKeyValueStoreChangeReasonKey = "NSUbiquitousKeyValueStoreChangeReasonKey"

/// In the user info: the keys whose values changed, an array of strings.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSUbiquitousKeyValueStoreChangedKeysKey = "NSUbiquitousKeyValueStoreChangedKeysKey"

/// Another device changed values, or another program on this one.
// swift-format-ignore: AlwaysUseLowerCamelCase
public var NSUbiquitousKeyValueStoreServerChange: Int { 0 }

/// Values arrived with the first listing of the cloud. What was set before is kept and merged.
// swift-format-ignore: AlwaysUseLowerCamelCase
public var NSUbiquitousKeyValueStoreInitialSyncChange: Int { 1 }

/// There was no room for a write.
// swift-format-ignore: AlwaysUseLowerCamelCase
public var NSUbiquitousKeyValueStoreQuotaViolationChange: Int { 2 }

/// The store belongs to another account now, and its values are that account's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public var NSUbiquitousKeyValueStoreAccountChange: Int { 3 }
