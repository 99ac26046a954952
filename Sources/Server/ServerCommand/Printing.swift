import Bookmarks
import FileCoordination
import FoundationEssentials
import Glibc
import Screen

/// Prints a value as JSON on one line, with its members sorted.
package func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// Prints rows as a table with a header on a terminal; in a pipe, with tabs between the fields.
package func printTable(_ headings: [String], _ rows: [[String]]) {
    if rows.isEmpty { return }
    let rows = rows.map { $0.map(harmless) }
    let lines =
        isatty(STDOUT_FILENO) != 0
        ? TextTable.lines(headings, rows) : rows.map { $0.joined(separator: "\t") }
    for line in lines { print(line) }
}

/// Converts milliseconds to seconds, the unit of all JSON of Cloudy.
package func seconds(_ milliseconds: Int64) -> Double { Double(milliseconds) / 1000 }

/// Returns a time in milliseconds since 1970 for people, in their time zone; “-” for `nil`.
package func moment(_ milliseconds: Int64?) -> String {
    guard let milliseconds else { return "-" }
    return LocalTime.text(Double(milliseconds) / 1000, as: "%Y-%m-%d %H:%M")
}

/// A member that is written as `null` if it has no value, instead of being left out.
@propertyWrapper
package struct ExplicitNull<Value: Encodable>: Encodable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue {
            try container.encode(wrappedValue)
        } else {
            try container.encodeNil()
        }
    }
}
