import Foundation
import KeyValueStore
import Replication

/// Returns Foundation's object for a value.
///
/// Numbers are `NSNumber`, so that `as? Int`, `as? Bool` and `as? Double` all work on them, as they
/// do on Apple's systems.
func foundationObject(_ value: PropertyListValue) -> Any {
    switch value {
    case .string(let text): text
    case .integer(let number): NSNumber(value: number)
    case .unsigned(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .boolean(let truth): NSNumber(value: truth)
    case .data(let bytes): Data(bytes)
    case .date(let time): Date(timeIntervalSince1970: time)
    case .referenceDate(let time): Date(timeIntervalSinceReferenceDate: time)
    case .array(let values): values.map(foundationObject)
    case .dictionary(let fields): fields.mapValues(foundationObject)
    }
}

/// Converts a value of Foundation or Swift into a property list. Throws ``NotAPropertyList``.
func propertyListValue(
    _ object: Any, depth: Int = 0
) throws(NotAPropertyList) -> PropertyListValue {
    switch object {
    // The store refuses values that are nested too deep; here it is enough not to run out of stack.
    case _ where depth > PropertyListValue.maximumDepth: return .array([])
    case let text as String: return .string(text)
    // Nearly all of Swift's numbers, and Bool, can be cast to NSNumber.
    case let number as NSNumber: return value(of: number)
    case let number as CGFloat: return .real(Double(number))
    case let data as Data: return .data(Array(data))
    case let date as Date: return .date(sinceReference: date.timeIntervalSinceReferenceDate)
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

private func value(of number: NSNumber) -> PropertyListValue {
    // A small integer may have the type `c` (`char`) too: only these two objects are truth values.
    if number === NSNumber(value: true) { return .boolean(true) }
    if number === NSNumber(value: false) { return .boolean(false) }
    if number.isFloatingPoint { return .real(number.doubleValue) }
    return number.isUnsigned64
        ? .unsigned(exactly: number.uint64Value) : .integer(number.int64Value)
}

extension NSNumber {
    private var type: UInt8 { UInt8(bitPattern: objCType.pointee) }

    /// Whether the number may have a fraction.
    var isFloatingPoint: Bool { type == UInt8(ascii: "d") || type == UInt8(ascii: "f") }

    /// Whether the number may be above `Int64.max`.
    fileprivate var isUnsigned64: Bool { type == UInt8(ascii: "Q") }

    /// Whether the number is not zero. `boolValue` would be false for 0.5.
    var isNotZero: Bool { isFloatingPoint ? doubleValue != 0 : boolValue }
}

/// The error for a value that a property list cannot hold.
public struct NotAPropertyList: Error, Sendable, Hashable, CustomStringConvertible {
    /// The type that was found instead of a string, a number, a date, data, an array or a
    /// dictionary.
    public var found: String

    public var description: String {
        "A store holds strings, numbers, dates, data, arrays and dictionaries with string keys, "
            + "not \(found). Nothing was changed."
    }
}
