import Foundation
import KeyValueStore
import Replication

/// What Foundation calls a value.
///
/// Numbers are `NSNumber`, so that `as? Int`, `as? Bool` and `as? Double` all work on them, as they
/// do on Apple's systems.
func foundationObject(_ value: PropertyListValue) -> Any {
    switch value {
    case .string(let text): text
    case .integer(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .boolean(let truth): NSNumber(value: truth)
    case .data(let bytes): Data(bytes)
    case .date(let time): Date(timeIntervalSince1970: time)
    case .array(let values): values.map(foundationObject)
    case .dictionary(let fields): fields.mapValues(foundationObject)
    }
}

/// What a value of Foundation's or Swift's is as a property list. Throws ``NotAPropertyList``.
func propertyListValue(
    _ object: Any, depth: Int = 0
) throws(NotAPropertyList) -> PropertyListValue {
    switch object {
    // The store refuses what is nested too deep; here it is enough not to run out of stack.
    case _ where depth > PropertyListValue.maximumDepth: return .array([])
    case let text as String: return .string(text)
    // All of Swift's numbers are NSNumbers when asked, and so are truth values.
    case let number as NSNumber: return try value(of: number)
    case let data as Data: return .data(Array(data))
    case let date as Date: return .date(date.timeIntervalSince1970)
    case let values as [Any]:
        var elements: [PropertyListValue] = []
        for value in values { elements.append(try propertyListValue(value, depth: depth + 1)) }
        return .array(elements)
    case let fields as [String: Any]:
        var dictionary: [String: PropertyListValue] = [:]
        for (key, value) in fields {
            dictionary[key] = try propertyListValue(value, depth: depth + 1)
        }
        return .dictionary(dictionary)
    default: throw NotAPropertyList(found: "a value of type \(type(of: object))")
    }
}

private func value(of number: NSNumber) throws(NotAPropertyList) -> PropertyListValue {
    switch UInt8(bitPattern: number.objCType.pointee) {
    // NSNumber keeps truth values, and nothing else, as `c` (`char`).
    case UInt8(ascii: "c"), UInt8(ascii: "B"): return .boolean(number.boolValue)
    case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(number.doubleValue)
    default:
        guard number.compare(NSNumber(value: number.int64Value)) == .orderedSame else {
            throw NotAPropertyList(found: "the number \(number), which is larger than an Int64")
        }
        return .integer(number.int64Value)
    }
}

/// A value that no property list can hold.
public struct NotAPropertyList: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was found in place of a string, a number, a date, data, an array or a dictionary.
    public var found: String

    public var description: String {
        "A store holds strings, numbers, dates, data, arrays and dictionaries with strings for "
            + "keys, and not \(found). Nothing was changed."
    }
}
