import Foundation
import KeyValueStore
import Replication
import Synchronization
import Testing

@testable import UbiquitousStore

/// Values written and read, by type.
struct ValueTests {
    let device = TestDevice()
    let store: NSUbiquitousKeyValueStore

    init() throws { store = try device.openStore() }

    @Test func valuesOfEachTypeAreReadBack() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000.5)
        store.set("text", forKey: "string")
        store.set(Data([1, 2, 255]), forKey: "data")
        store.set([1, "two", [3.5]] as [Any], forKey: "array")
        store.set(["a": 1, "b": ["c": true]] as [String: Any], forKey: "dictionary")
        store.set(Int64.min, forKey: "longLong")
        store.set(-0.1, forKey: "double")
        store.set(true, forKey: "bool")
        store.set(date, forKey: "date")
        for store in [store, try device.openStore()] {
            #expect(store.string(forKey: "string") == "text")
            #expect(store.data(forKey: "data") == Data([1, 2, 255]))
            let array = try #require(store.array(forKey: "array"))
            #expect(array[0] as? Int == 1 && array[1] as? String == "two")
            #expect(array[2] as? [Double] == [3.5])
            let dictionary = try #require(store.dictionary(forKey: "dictionary"))
            #expect(dictionary["a"] as? Int == 1)
            #expect(dictionary["b"] as? [String: Bool] == ["c": true])
            #expect(store.longLong(forKey: "longLong") == .min)
            #expect(store.double(forKey: "double") == -0.1)
            #expect(store.bool(forKey: "bool"))
            #expect(store.object(forKey: "date") as? Date == date)
        }
    }

    @Test func numbersConvertBetweenTypes() {
        store.set(5, forKey: "int")
        store.set(2.75, forKey: "double")
        store.set(true, forKey: "bool")
        store.set(UInt8(7), forKey: "small")
        store.set(Float(0.5), forKey: "float")
        store.set(NSNumber(value: Int8(1)), forKey: "char")
        #expect(store.object(forKey: "int") as? Int == 5)
        #expect(store.object(forKey: "int") as? Int64 == 5)
        #expect(store.object(forKey: "int") is NSNumber)
        #expect(store.double(forKey: "int") == 5 && store.bool(forKey: "int"))
        #expect(store.longLong(forKey: "double") == 2)
        #expect(store.longLong(forKey: "bool") == 1 && store.double(forKey: "bool") == 1)
        #expect(store.object(forKey: "bool") as? Bool == true)
        #expect(store.longLong(forKey: "small") == 7)
        #expect(store.double(forKey: "float") == 0.5)
        #expect(store.longLong(forKey: "char") == 1)
    }

    @Test func valueOfAnotherTypeReadsAsMissing() {
        store.set("12", forKey: "text")
        store.set(12, forKey: "number")
        #expect(store.longLong(forKey: "text") == 0 && store.double(forKey: "text") == 0)
        #expect(!store.bool(forKey: "text"))
        #expect(store.array(forKey: "text") == nil && store.dictionary(forKey: "text") == nil)
        #expect(store.data(forKey: "text") == nil)
        #expect(store.string(forKey: "number") == nil)
        for key in ["text", "number"] { store.removeObject(forKey: key) }
        #expect(store.object(forKey: "text") == nil && store.string(forKey: "text") == nil)
        #expect(store.longLong(forKey: "none") == 0 && store.double(forKey: "none") == 0)
        #expect(!store.bool(forKey: "none"))
        #expect(store.dictionaryRepresentation.isEmpty)
    }

    @Test func foundationTypesAreReadAsSwiftTypes() {
        store.set(NSString("text"), forKey: "string")
        store.set(NSArray(array: [1, NSString("two")]), forKey: "array")
        store.set(NSDictionary(dictionary: ["a": NSData(data: Data([1]))]), forKey: "dictionary")
        #expect(store.string(forKey: "string") == "text")
        #expect(store.array(forKey: "array")?[1] as? String == "two")
        #expect(store.dictionary(forKey: "dictionary") as? [String: Data] == ["a": Data([1])])
    }

    @Test func settingNilRemovesTheValue() {
        for (key, remove) in [
            ("any", { self.store.set(nil as Any?, forKey: $0) }),
            ("string", { self.store.set(nil as String?, forKey: $0) }),
            ("data", { self.store.set(nil as Data?, forKey: $0) }),
            ("array", { self.store.set(nil as [Any]?, forKey: $0) }),
            ("dictionary", { self.store.set(nil as [String: Any]?, forKey: $0) }),
        ] as [(String, (String) -> Void)] {
            store.set("there", forKey: key)
            remove(key)
            #expect(store.object(forKey: key) == nil)
        }
    }

    private static let unfit: [any Sendable] = [
        URL(filePath: "/"), [1: 2], ["a": [1: 2]], [URL(filePath: "/")], NSNull(),
        "abc".prefix(2),
    ]

    @Test(arguments: unfit.indices) func valueThatIsNotAPropertyListIsRefused(_ index: Int) throws {
        let value = Self.unfit[index]
        store.set("before", forKey: "a")
        #expect(throws: NotAPropertyList.self) { try store.write(["a": value, "b": 1]) }
        // Apple's class logs this and continues.
        store.set(value as Any, forKey: "a")
        #expect(store.string(forKey: "a") == "before")
        #expect(store.object(forKey: "b") == nil)
    }

    @Test func tooDeeplyNestedValueIsRefused() {
        var value: Any = "x"
        for _ in 0..<500 { value = [value] }
        #expect(throws: StoreError.self) { try store.write(["a": value]) }
    }
}
