import Foundation
import Testing
import UbiquitousStore

// Code that is written for Apple's class. It must compile unchanged.

extension NSUbiquitousKeyValueStore {
    subscript(key: String) -> Any? {
        get { object(forKey: key) }
        set { set(newValue, forKey: key) }
    }

    subscript(string key: String) -> String? {
        get { string(forKey: key) }
        set { set(newValue, forKey: key) }
    }
}

/// A double that never opens anything. `@unchecked` is what an open class asks of its subclasses;
/// tests use this one from one task.
final class MemoryStore: NSUbiquitousKeyValueStore, @unchecked Sendable {
    var values: [String: Any] = [:]
    var synchronizations = 0

    override func object(forKey aKey: String) -> Any? { values[aKey] }
    override func string(forKey aKey: String) -> String? { values[aKey] as? String }
    override func set(_ anObject: Any?, forKey aKey: String) { values[aKey] = anObject }
    override func set(_ aString: String?, forKey aKey: String) { values[aKey] = aString }
    override func removeObject(forKey aKey: String) { values[aKey] = nil }
    override var dictionaryRepresentation: [String: Any] { values }
    override func synchronize() -> Bool {
        synchronizations += 1
        return true
    }
}

@propertyWrapper
struct CloudStored<Value> {
    let key: String
    let initial: Value
    let store: NSUbiquitousKeyValueStore

    init(wrappedValue: Value, _ key: String, store: NSUbiquitousKeyValueStore = .default) {
        self.key = key
        initial = wrappedValue
        self.store = store
    }

    var wrappedValue: Value {
        get { store.object(forKey: key) as? Value ?? initial }
        set { store.set(newValue, forKey: key) }
    }
}

struct Preferences {
    @CloudStored("sort") var sort = "added"
    @CloudStored("limit") var limit = 10
    @CloudStored("ratio") var ratio = 0.5
    @CloudStored("isDark") var isDark = false

    init(_ store: NSUbiquitousKeyValueStore) {
        _sort = CloudStored(wrappedValue: "added", "sort", store: store)
        _limit = CloudStored(wrappedValue: 10, "limit", store: store)
        _ratio = CloudStored(wrappedValue: 0.5, "ratio", store: store)
        _isDark = CloudStored(wrappedValue: false, "isDark", store: store)
    }
}

struct AppleCodeTests {
    let device = TestDevice()

    @Test func subscriptsReadAndWriteValues() throws {
        let store = try device.openStore()
        store["a"] = 5
        store[string: "b"] = "text"
        #expect(store["a"] as? Int == 5)
        #expect(store[string: "b"] == "text")
        store["a"] = nil
        #expect(store["a"] == nil)
        #expect(store.dictionaryRepresentation.keys.sorted() == ["b"])
    }

    @Test func testDoubleReplacesTheStore() {
        let double = MemoryStore()
        let store: NSUbiquitousKeyValueStore = double
        store.set("text", forKey: "a")
        store.set(5, forKey: "b")
        store.removeObject(forKey: "b")
        #expect(store.string(forKey: "a") == "text")
        #expect(store.dictionaryRepresentation as? [String: String] == ["a": "text"])
        #expect(store.synchronize())
        #expect(double.synchronizations == 1)
    }

    @Test func propertyWrappersReadAndWriteValues() throws {
        var preferences = Preferences(try device.openStore())
        #expect(preferences.sort == "added" && preferences.limit == 10)
        preferences.sort = "name"
        preferences.limit = 20
        preferences.ratio = 0.25
        preferences.isDark = true
        let again = Preferences(try device.openStore())
        #expect(again.sort == "name" && again.limit == 20)
        #expect(again.ratio == 0.25 && again.isDark)
    }

    @Test func closureObserversHearExternalChanges() async throws {
        let (mine, other) = (try device.openStore(), try device.openStore())
        let heard = Heard()
        let center = NotificationCenter.default
        let name = NSUbiquitousKeyValueStore.didChangeExternallyNotification
        let tokens = [mine, nil].map { object in
            let scope = object == nil ? "any" : "mine"
            return center.addObserver(forName: name, object: object, queue: nil) { notification in
                guard let store = notification.object as? NSUbiquitousKeyValueStore, store == mine,
                    let info = notification.userInfo,
                    let reason = info[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int,
                    let keys = info[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
                else { return }
                let values = keys.map { store.string(forKey: $0) ?? "-" }
                heard.append("\(scope) \(reason) \(keys) \(values)")
            }
        }
        defer { for token in tokens { center.removeObserver(token) } }
        // A store's own writes are never announced to it.
        mine.set("1", forKey: "own")
        #expect(mine.synchronize())
        #expect(heard.lines == [])
        try other.write(["b": "2", "a": "1"])
        #expect(mine.synchronize())
        #expect(await eventually { heard.lines.count >= 2 })
        #expect(
            heard.lines.sorted()
                == [#"any 0 ["a", "b"] ["1", "2"]"#, #"mine 0 ["a", "b"] ["1", "2"]"#])
        #expect(NSUbiquitousKeyValueStoreServerChange == 0)
    }

    @Test(.timeLimit(.minutes(10))) func notificationsCanBeReadAsASequence() async throws {
        let (mine, other) = (try device.openStore(), try device.openStore())
        _ = mine.string(forKey: "opened")
        let notifications = NotificationCenter.default.notifications(
            named: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: mine)
        other.set("1", forKey: "a")
        mine.synchronize()
        other.removeObject(forKey: "a")
        mine.synchronize()
        var keys: [[String]] = []
        for await notification in notifications {
            let found = notification.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
            keys.append(try #require(found))
            if keys.count == 2 { break }
        }
        #expect(keys == [["a"], ["a"]])
    }

    /// Two tasks that read one sequence each get every notification.
    @Test(.timeLimit(.minutes(10))) func severalTasksCanReadOneSequence() async throws {
        let (mine, other) = (try device.openStore(), try device.openStore())
        _ = mine.string(forKey: "opened")
        let notifications = NotificationCenter.default.notifications(
            named: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: mine)
        let heard = Heard()
        let tasks = (0..<2).map { number in
            Task.detached {
                for await _ in notifications { heard.append("\(number)") }
            }
        }
        // The second task begins to read only when it runs.
        var round = Int64(0)
        while Set(heard.lines).count < 2 {
            round += 1
            other.set(round, forKey: "a")
            mine.synchronize()
            try await Task.sleep(for: .milliseconds(5))
        }
        for task in tasks {
            task.cancel()
            await task.value
        }
    }

    @Test func aSequenceEndsWithItsTask() async throws {
        let store = try device.openStore()
        let task = Task {
            for await _ in NotificationCenter.default.notifications(
                named: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: store)
            {}
        }
        task.cancel()
        await task.value
    }
}
