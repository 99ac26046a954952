import DeviceStore
import Foundation
import KeyValueStore
import Replication
import Testing

@testable import UbiquitousStore

/// Numbers and dates are read exactly as they were written.
struct NumberTests {
    let device = TestDevice()
    let store: NSUbiquitousKeyValueStore

    init() throws { store = try device.openStore() }

    @Test(arguments: [-128, -7, 0, 1, 2, 100, 127] as [Int8])
    func smallIntegersAreNotReadAsBooleans(_ number: Int8) throws {
        store.set(number, forKey: "swift")
        store.set(NSNumber(value: number), forKey: "foundation")
        store.set([number, 5], forKey: "array")
        store.set(["a": [number]], forKey: "dictionary")
        store.set(NSArray(array: [NSNumber(value: number)]), forKey: "NSArray")
        for store in [store, try device.openStore()] {
            for key in ["swift", "foundation"] {
                #expect(store.longLong(forKey: key) == Int64(number))
                #expect(store.object(forKey: key) as? Int == Int(number))
                #expect(store.bool(forKey: key) == (number != 0))
            }
            let nested = store.dictionary(forKey: "dictionary") as? [String: [Int]]
            #expect(nested == ["a": [Int(number)]])
            #expect(store.array(forKey: "array") as? [Int] == [Int(number), 5])
            #expect(store.array(forKey: "NSArray") as? [Int] == [Int(number)])
        }
    }

    @Test func booleansStayBooleans() throws {
        store.set(true, forKey: "a")
        store.set(NSNumber(value: false), forKey: "b")
        store.set([true, NSNumber(value: true), Int8(1)] as [Any], forKey: "c")
        let values = try store.opened().store.dictionaryRepresentation()
        #expect(values["a"] == .boolean(true) && values["b"] == .boolean(false))
        #expect(values["c"] == .array([.boolean(true), .boolean(true), .integer(1)]))
        #expect(store.object(forKey: "a") as? Bool == true)
    }

    @Test func aNumberIsTrueUnlessItIsZero() {
        let numbers: [(Any, Bool)] = [
            (0.4, true), (-0.4, true), (0.0, false), (-0.0, false), (Float(0.001), true), (2, true),
            (0, false), (Double.leastNonzeroMagnitude, true), (UInt64.max, true), (1e300, true),
        ]
        for (number, truth) in numbers {
            store.set(number, forKey: "a")
            #expect(store.bool(forKey: "a") == truth, "\(number)")
        }
    }

    @Test func numbersOfEveryWidthAreStored() {
        store.set(CGFloat(1.5), forKey: "CGFloat")
        store.set([CGFloat(2.5)], forKey: "array")
        store.set(UInt64.max, forKey: "UInt64")
        store.set(UInt(Int64.max) + 1, forKey: "UInt")
        store.set(["a": UInt64(1) << 63], forKey: "nested")
        store.set(UInt64(7), forKey: "small")
        store.set(Int16.min, forKey: "Int16")
        store.set(UInt32.max, forKey: "UInt32")
        #expect(store.double(forKey: "CGFloat") == 1.5)
        #expect(store.array(forKey: "array") as? [Double] == [2.5])
        #expect(store.object(forKey: "UInt64") as? UInt64 == .max)
        #expect(store.object(forKey: "UInt") as? UInt == UInt(Int64.max) + 1)
        #expect(store.dictionary(forKey: "nested") as? [String: UInt64] == ["a": 1 << 63])
        #expect(store.object(forKey: "small") as? Int == 7)
        #expect(store.longLong(forKey: "Int16") == -32_768)
        #expect(store.longLong(forKey: "UInt32") == 4_294_967_295)
        // As with any NSNumber, these are the low 64 bits.
        #expect(store.longLong(forKey: "UInt64") == -1)
        #expect(store.double(forKey: "UInt64") == 18_446_744_073_709_551_616)
    }

    private static let dates: [Date] =
        [
            Date(timeIntervalSinceReferenceDate: 785_404_800.25.nextUp), .distantPast,
            .distantFuture, Date(timeIntervalSinceReferenceDate: 0.1),
            Date(timeIntervalSinceReferenceDate: -0.1), Date(timeIntervalSince1970: 0.1),
            Date(timeIntervalSince1970: 1_763_712_000.123_456_7),
            Date(timeIntervalSinceReferenceDate: .leastNonzeroMagnitude),
        ]
        + (0..<200).map {
            Date(timeIntervalSinceReferenceDate: 785_404_800 + Double($0) * 0.123_456_789)
        }

    @Test func datesKeepEveryBit() async throws {
        let dates = Self.dates
        let store = NSUbiquitousKeyValueStore(device.configuration())
        for (number, date) in dates.enumerated() { store.set(date, forKey: "\(number)") }
        store.set(dates, forKey: "array")
        store.set(["a": ["b": dates[0]]], forKey: "dictionary")
        try await store.sync()
        // The values are read back from the disk, and through a cloud.
        let phone = NSUbiquitousKeyValueStore(device.configuration("phone"))
        try await phone.sync()
        for store in [store, NSUbiquitousKeyValueStore(device.configuration()), phone] {
            for (number, date) in dates.enumerated() {
                let read = try #require(store.object(forKey: "\(number)") as? Date)
                #expect(
                    read.timeIntervalSinceReferenceDate.bitPattern
                        == date.timeIntervalSinceReferenceDate.bitPattern, "\(date)")
            }
            #expect(store.array(forKey: "array") as? [Date] == dates)
            #expect(
                store.dictionary(forKey: "dictionary") as? [String: [String: Date]]
                    == ["a": ["b": dates[0]]])
        }
    }

    /// Values of earlier versions are unchanged.
    @Test func datesOfEarlierVersionsAreReadUnchanged() throws {
        let times = [1_763_712_000.5, 0.1, -1.5, 4e9, 1_763_712_000.123_456_7]
        for (number, time) in times.enumerated() {
            try store.opened().store.set(.date(time), forKey: "\(number)")
            #expect(
                store.object(forKey: "\(number)") as? Date == Date(timeIntervalSince1970: time))
        }
    }
}
