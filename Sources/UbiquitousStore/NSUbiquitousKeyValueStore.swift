public import DeviceStore
public import Foundation
import KeyValueStore
import Replication
import Synchronization

// Apple's class is not Sendable and yet used from every thread, as UserDefaults is. This one holds
// a constant whose state is behind a mutex, and subclasses answer for theirs: the `open` asks for
// `@unchecked`.

/// An iCloud-based container of key-value pairs, as on Apple's systems, for Linux.
///
/// Code written for Apple's class compiles unchanged with `import UbiquitousStore` added. See the
/// article *Compatibility* for what each member does there and here.
///
/// Unlike Apple's, a write is durable when it returns, is never thrown away because an initial sync
/// has not come to an end, and may be made with ``write(_:)``, which says why it was refused.
open class NSUbiquitousKeyValueStore: NSObject, @unchecked Sendable {
    private let opening: StoreOpening

    /// The shared store of this program: the one with the identifier that
    /// ``StoreConfiguration/identifier`` says.
    open class var `default`: NSUbiquitousKeyValueStore { shared }

    private static let shared = NSUbiquitousKeyValueStore()

    /// A store of its own over the same values as ``default``. It is opened when it is first used,
    /// so that a subclass which answers from elsewhere opens nothing.
    public override init() {
        opening = StoreOpening { try StoreConfiguration.standard.open() }
        super.init()
    }

    /// The store that all programs share which name this identifier.
    public init(identifier: String) {
        opening = StoreOpening {
            var configuration = StoreConfiguration.standard
            configuration.identifier = identifier
            return try configuration.open()
        }
        super.init()
    }

    /// Apple's names for a store that is open already. Whoever opened it also listens and syncs.
    public init(_ device: DeviceStore) {
        opening = StoreOpening { OpenStore(device: device, isSyncing: false) }
        super.init()
    }

    func opened() throws -> DeviceStore {
        try opening.open { [weak self] in self?.post($0) }.device
    }

    // MARK: Reading

    /// The value under a key: `String`, `NSNumber`, `Data`, `Date`, or an array or dictionary of
    /// those; `nil` if there is none.
    open func object(forKey aKey: String) -> Any? { stored(aKey) }

    /// The string under a key; `nil` if there is none, or a value of another type.
    open func string(forKey aKey: String) -> String? { stored(aKey) as? String }

    /// The array under a key; `nil` if there is none, or a value of another type.
    open func array(forKey aKey: String) -> [Any]? { stored(aKey) as? [Any] }

    /// The dictionary under a key; `nil` if there is none, or a value of another type.
    open func dictionary(forKey aKey: String) -> [String: Any]? {
        stored(aKey) as? [String: Any]
    }

    /// The data under a key; `nil` if there is none, or a value of another type.
    open func data(forKey aKey: String) -> Data? { stored(aKey) as? Data }

    /// The number under a key; 0 if there is none, or a value of another type.
    open func longLong(forKey aKey: String) -> Int64 { number(aKey)?.int64Value ?? 0 }

    /// The number under a key; 0 if there is none, or a value of another type.
    open func double(forKey aKey: String) -> Double { number(aKey)?.doubleValue ?? 0 }

    /// The truth under a key, for a number whether it is not 0; false if there is none, or a value
    /// of another type.
    open func bool(forKey aKey: String) -> Bool { number(aKey)?.boolValue ?? false }

    /// All keys and values, with what is known of other devices' changes.
    open var dictionaryRepresentation: [String: Any] {
        let all = reporting { try opened().store.dictionaryRepresentation() }
        return (all ?? [:]).mapValues(foundationObject)
    }

    // The methods do not call one another: a subclass that overrides some hears of those alone.
    private func stored(_ key: String) -> Any? {
        let value = reporting { try opened().store.object(forKey: key) } ?? nil
        return value.map(foundationObject)
    }

    private func number(_ key: String) -> NSNumber? {
        // Asking a string for a number would give one.
        stored(key) as? NSNumber
    }

    // MARK: Writing

    /// Sets the value of a key; `nil` removes it. What is no property list is refused.
    open func set(_ anObject: Any?, forKey aKey: String) { store(anObject, aKey) }

    /// Sets a string; `nil` removes the key.
    open func set(_ aString: String?, forKey aKey: String) { store(aString, aKey) }

    /// Sets data; `nil` removes the key.
    open func set(_ aData: Data?, forKey aKey: String) { store(aData, aKey) }

    /// Sets an array of property-list values; `nil` removes the key.
    open func set(_ anArray: [Any]?, forKey aKey: String) { store(anArray, aKey) }

    /// Sets a dictionary of property-list values; `nil` removes the key.
    open func set(_ aDictionary: [String: Any]?, forKey aKey: String) { store(aDictionary, aKey) }

    /// Sets a number.
    open func set(_ value: Int64, forKey aKey: String) { store(value, aKey) }

    /// Sets a number.
    open func set(_ value: Double, forKey aKey: String) { store(value, aKey) }

    /// Sets a truth value.
    open func set(_ value: Bool, forKey aKey: String) { store(value, aKey) }

    /// Removes a key and its value.
    open func removeObject(forKey aKey: String) { store(nil, aKey) }

    private func store(_ value: Any?, _ key: String) { reporting { try write([key: value]) } }

    /// Takes in what arrived from other programs and devices, and posts
    /// ``didChangeExternallyNotification`` for it. Writes are durable already. Never waits for the
    /// network; returns false when the store cannot be read.
    @discardableResult
    open func synchronize() -> Bool {
        reporting { try opened().store }?.synchronize() ?? false
    }

    // MARK: Trouble

    @discardableResult
    private func reporting<R>(_ body: () throws -> R) -> R? {
        do { return try body() } catch {
            StoreConfiguration.standard.report(error)
            return nil
        }
    }

    private func post(_ change: ExternalChange) {
        NotificationCenter.default.post(
            name: Self.didChangeExternallyNotification, object: self,
            userInfo: [
                NSUbiquitousKeyValueStoreChangeReasonKey: NSNumber(value: change.reason.rawValue),
                NSUbiquitousKeyValueStoreChangedKeysKey: change.changedKeys,
            ])
    }
}
