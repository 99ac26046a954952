import Foundation
import Synchronization
import Testing
import UbiquitousStore

// The uses of Apple's class in public projects, in their products and in their tests.

/// A protocol with Apple's signatures, so that tests can replace the store with a dictionary.
protocol PreferencesStoring: AnyObject {
    func object(forKey aKey: String) -> Any?
    func data(forKey aKey: String) -> Data?
    func set(_ anObject: Any?, forKey aKey: String)
    func set(_ aData: Data?, forKey aKey: String)
    func set(_ value: Bool, forKey aKey: String)
    func removeObject(forKey aKey: String)
    var dictionaryRepresentation: [String: Any] { get }
    @discardableResult func synchronize() -> Bool
}

extension NSUbiquitousKeyValueStore: PreferencesStoring {}

/// A double that overrides one method for reading and one for writing. `@unchecked` is required of
/// subclasses of an open class; this one is used from one task.
private final class SmallDouble: NSUbiquitousKeyValueStore, @unchecked Sendable {
    var values: [String: Any]

    // There is no `super.init()`, which Swift allows if the superclass has a single designated
    // initializer.
    override init() { values = [:] }

    override func object(forKey aKey: String) -> Any? { values[aKey] }
    override func set(_ value: Any?, forKey defaultName: String) { values[defaultName] = value }
}

struct DoublesTests {
    let device = TestDevice()

    @Test func overridingTwoMethodsRedirectsAllAccessors() {
        let double = SmallDouble()
        let store: NSUbiquitousKeyValueStore = double
        store.set("text", forKey: "string")
        store.set(Data([1]), forKey: "data")
        store.set([1, 2], forKey: "array")
        store.set(["a": 1], forKey: "dictionary")
        store.set(Int64(5), forKey: "longLong")
        store.set(0.5, forKey: "double")
        store.set(true, forKey: "bool")
        #expect(double.values.count == 7)
        #expect(store.string(forKey: "string") == "text" && store.data(forKey: "data") == Data([1]))
        #expect(store.array(forKey: "array") as? [Int] == [1, 2])
        #expect(store.dictionary(forKey: "dictionary") as? [String: Int] == ["a": 1])
        #expect(store.longLong(forKey: "longLong") == 5 && store.double(forKey: "double") == 0.5)
        #expect(store.bool(forKey: "bool"))
        store.set(nil as String?, forKey: "string")
        #expect(double.values["string"] == nil)
    }

    @Test func storeCanConformToACallersProtocol() throws {
        let store: any PreferencesStoring = try device.openStore()
        store.set(Data([1]), forKey: "data")
        store.set(true, forKey: "bool")
        store.set(["nested": [1, 2]], forKey: "any")
        store.synchronize()
        #expect(store.data(forKey: "data") == Data([1]))
        #expect(store.dictionaryRepresentation.count == 3)
        store.removeObject(forKey: "any")
        #expect(store.object(forKey: "any") == nil)
    }

    @Test func literalsAndOptionalsAreStored() throws {
        let store = try device.openStore()
        let (number, none, text) = (5 as Int?, nil as Int?, "text" as String?)
        store.set(5, forKey: "integer")
        store.set(-5.5, forKey: "real")
        store.set(false, forKey: "truth")
        store.set("text", forKey: "text")
        store.set([], forKey: "array")
        store.set(["a": []], forKey: "dictionary")
        store.set(number, forKey: "optional")
        store.set(none, forKey: "none")
        store.set(text, forKey: "optional text")
        #expect(store.object(forKey: "integer") as? Int == 5)
        #expect(store.object(forKey: "real") as? Double == -5.5)
        #expect(store.object(forKey: "truth") as? Bool == false)
        #expect(store.array(forKey: "array")?.isEmpty == true)
        #expect(store.dictionary(forKey: "dictionary")?.count == 1)
        #expect(store.longLong(forKey: "optional") == 5 && store.object(forKey: "none") == nil)
        #expect(store.string(forKey: "optional text") == "text")
        #expect(store.dictionaryRepresentation.count == 8)
    }

    @Test func keyValueCodingReadsAndWritesValues() throws {
        let store = try device.openStore()
        store.setValue("text", forKey: "a")
        #expect(store.value(forKey: "a") as? String == "text")
        store.setValue(nil, forKey: "a")
        #expect(store.value(forKey: "a") == nil)
    }

    /// A library holds its lock while it synchronizes, and takes it to handle changes.
    @Test(.timeLimit(.minutes(10))) func observersMayTakeACallersLock() async throws {
        let (mine, other) = (try device.openStore(), try device.openStore())
        let (queue, heard) = (DispatchQueue(label: "library"), Heard())
        let token = NotificationCenter.default.addObserver(
            forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: mine,
            queue: nil
        ) { _ in queue.sync { heard.append(mine.string(forKey: "a") ?? "-") } }
        defer { NotificationCenter.default.removeObserver(token) }
        other.set("x", forKey: "a")
        queue.sync { _ = mine.synchronize() }
        #expect(await eventually { heard.lines == ["x"] })
    }
}
