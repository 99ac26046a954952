public import DeviceStore
public import Foundation
import KeyValueStore
import Replication
import Synchronization

// Apple's class is used from every thread although it is not Sendable, as UserDefaults is. This
// class is safe there too: its state is behind a mutex. It is not marked Sendable, because its
// subclasses would then need `@unchecked Sendable`, in both language modes, which no code for
// Apple's class has.

/// An iCloud-based container of key-value pairs, as on Apple's systems, for Linux.
///
/// Code written for Apple's class compiles unchanged with `import UbiquitousStore` added. See the
/// article *Compatibility* for what each member does there and here.
///
/// Unlike with Apple's class, a write is durable when it returns, and is never thrown away because
/// an initial sync is unfinished. ``write(_:)`` throws the reason if a write is refused.
open class NSUbiquitousKeyValueStore: NSObject {
    private let opening: StoreOpening

    /// The shared store of this program, with the identifier ``StoreConfiguration/identifier``.
    open class var `default`: NSUbiquitousKeyValueStore { shared }

    // Any thread may use it, as the class says.
    private nonisolated(unsafe) static let shared = NSUbiquitousKeyValueStore()

    // The only designated initializer, as in Apple's class. With a second one, Swift would not call
    // `super.init()` by itself at the end of a subclass's initializer.

    /// Makes a separate object with the same values as ``default``. It opens the store on first
    /// use, so a subclass that overrides all access opens nothing.
    public override init() {
        opening = StoreOpening()
        super.init()
    }

    /// Makes a store with this identifier, which all programs of the device that name it share. It
    /// is otherwise opened as ``StoreConfiguration/standard`` says.
    public convenience init(identifier: String) {
        self.init()
        opening.configure {
            var configuration = StoreConfiguration.standard
            configuration.identifier = identifier
            return configuration
        }
    }

    /// Makes a store that is opened as the configuration says, not as the program's standard says.
    public convenience init(_ configuration: StoreConfiguration) {
        self.init()
        opening.configure { configuration }
    }

    /// Makes an object with Apple's interface for an open store, which stays in its account. The
    /// code that opened the store also makes it listen and sync.
    public convenience init(_ device: DeviceStore) {
        self.init()
        opening.adopt(OpenStore(FollowingStore(staying: device), isSyncing: false))
    }

    func opened() throws -> DeviceStore { try following().device }

    func following() throws -> FollowingStore {
        // Like Apple's, the notifications are posted one after the other, and not on the stack of
        // the code that made or received the change: an observer may wait for a lock that a caller
        // of `synchronize()` holds.
        try opening.open {
            let (queue, poster) = (DispatchQueue(label: "NSUbiquitousKeyValueStore"), Poster(self))
            return { change in queue.async { poster.post(change) } }
        }.following
    }

    // MARK: Reading

    /// Returns the value under a key: `String`, `NSNumber`, `Data`, `Date`, or an array or
    /// dictionary of those; `nil` if there is none.
    open func object(forKey aKey: String) -> Any? {
        let value = reporting { try opened().store.object(forKey: aKey) } ?? nil
        return value.map(foundationObject)
    }

    // As in Apple's class, the methods for one type call those for any type: a subclass that
    // overrides `object(forKey:)` and `set(_: Any?, forKey:)` overrides all of them.

    /// Returns the string under a key; `nil` if there is none, or a value of another type.
    open func string(forKey aKey: String) -> String? { object(forKey: aKey) as? String }

    /// Returns the array under a key; `nil` if there is none, or a value of another type.
    open func array(forKey aKey: String) -> [Any]? { object(forKey: aKey) as? [Any] }

    /// Returns the dictionary under a key; `nil` if there is none, or a value of another type.
    open func dictionary(forKey aKey: String) -> [String: Any]? {
        object(forKey: aKey) as? [String: Any]
    }

    /// Returns the data under a key; `nil` if there is none, or a value of another type.
    open func data(forKey aKey: String) -> Data? { object(forKey: aKey) as? Data }

    /// Returns the number under a key; 0 if there is none, or a value of another type.
    open func longLong(forKey aKey: String) -> Int64 { number(aKey)?.int64Value ?? 0 }

    /// Returns the number under a key; 0 if there is none, or a value of another type.
    open func double(forKey aKey: String) -> Double { number(aKey)?.doubleValue ?? 0 }

    /// Returns the truth value under a key; for a number, whether it is not 0. False if there is
    /// none, or a value of another type.
    open func bool(forKey aKey: String) -> Bool { number(aKey)?.isNotZero ?? false }

    /// All keys and values, including all known changes of other devices.
    open var dictionaryRepresentation: [String: Any] {
        let all = reporting { try opened().store.dictionaryRepresentation() }
        return (all ?? [:]).mapValues(foundationObject)
    }

    private func number(_ key: String) -> NSNumber? {
        // A string must not be converted to a number.
        object(forKey: key) as? NSNumber
    }

    // MARK: Writing

    /// Sets the value of a key; `nil` removes it. A value that is not a property list is refused.
    open func set(_ anObject: Any?, forKey aKey: String) {
        reporting { try write([aKey: anObject]) }
    }

    /// Sets a string; `nil` removes the key.
    open func set(_ aString: String?, forKey aKey: String) { set(aString as Any?, forKey: aKey) }

    /// Sets data; `nil` removes the key.
    open func set(_ aData: Data?, forKey aKey: String) { set(aData as Any?, forKey: aKey) }

    /// Sets an array of property-list values; `nil` removes the key.
    open func set(_ anArray: [Any]?, forKey aKey: String) { set(anArray as Any?, forKey: aKey) }

    /// Sets a dictionary of property-list values; `nil` removes the key.
    open func set(_ aDictionary: [String: Any]?, forKey aKey: String) {
        set(aDictionary as Any?, forKey: aKey)
    }

    /// Sets a number.
    open func set(_ value: Int64, forKey aKey: String) { set(value as Any?, forKey: aKey) }

    /// Sets a number.
    open func set(_ value: Double, forKey aKey: String) { set(value as Any?, forKey: aKey) }

    /// Sets a truth value.
    open func set(_ value: Bool, forKey aKey: String) { set(value as Any?, forKey: aKey) }

    /// Removes a key and its value.
    open func removeObject(forKey aKey: String) { reporting { try write([aKey: nil]) } }

    /// Applies the changes of other programs and devices, and posts
    /// ``didChangeExternallyNotification`` for them. Switches to the account that the device uses
    /// now. Writes are durable before this call. It never waits for the network, and returns false
    /// if the store cannot be read.
    @discardableResult
    open func synchronize() -> Bool {
        let store = reporting {
            let following = try following()
            try following.follow()
            return following.store
        }
        return store?.synchronize() ?? false
    }

    // MARK: Key-value coding

    // On Apple's systems these two belong to NSObject. Linux has no key-value coding, and the rest
    // of it is not offered here.

    /// The same as ``object(forKey:)``.
    open func value(forKey key: String) -> Any? { object(forKey: key) }

    /// The same as ``set(_:forKey:)-(Any?,_)``.
    open func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    // MARK: Trouble

    @discardableResult
    private func reporting<R>(_ body: () throws -> R) -> R? {
        do {
            let value = try body()
            opening.noteSuccess()
            return value
        } catch {
            if opening.isWorthReporting(error) { opening.configuration.report(error) }
            return nil
        }
    }
}

/// Posts the notifications of a store as long as it is in use.
private final class Poster: Sendable {
    // Set once; reading a weak reference is safe from any thread, and so is the store.
    private nonisolated(unsafe) weak var store: NSUbiquitousKeyValueStore?

    init(_ store: NSUbiquitousKeyValueStore) { self.store = store }

    func post(_ change: ExternalChange) {
        guard let store else { return }
        let center = NotificationCenter.default
        if change.reason == .accountChange, Identity.hasChanged {
            center.post(name: .NSUbiquityIdentityDidChange, object: nil)
        }
        center.post(
            name: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: store,
            userInfo: [
                NSUbiquitousKeyValueStoreChangeReasonKey: NSNumber(value: change.reason.rawValue),
                NSUbiquitousKeyValueStoreChangedKeysKey: change.changedKeys,
            ])
    }
}
