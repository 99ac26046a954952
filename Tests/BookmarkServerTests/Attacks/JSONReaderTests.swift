import TestSupport
import Testing

@testable import BookmarkServer

/// Valid and invalid JSON.
@Suite(.ownThread) struct JSONReaderTests {
    private static let values: [(String, JSONValue)] = [
        ("null", .null), (" true\n", true), ("false", false), ("0", 0), ("-0", 0), ("12", 12),
        ("-9223372036854775808", .integer(.min)), ("1.5", .number(1.5)), ("1e3", .number(1000)),
        ("-2E-1", .number(-0.2)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
        ("\"\"", ""), (#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#, "a\"\\/\u{8}\u{C}\n\r\té😀é"),
        ("[]", []), ("[ 1 , [] ]", [1, []]), ("{}", [:]),
        (#"{"a":1,"b":{"a":null}}"#, ["a": 1, "b": ["a": nil]]), (#"{"a":1,"a":2}"#, ["a": 2]),
        ("\u{FEFF}[]", []),
    ]

    @Test(arguments: values)
    func everyValidValueIsRead(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(text.utf8) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "tru", "True", "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN",
        "Infinity", "1e400", "\"", "\"\n\"", #""\x""#, #""\u12""#, #""\u+123""#, #""\ud800""#,
        #""\ud800\u0041""#, #""\udc00""#, "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{",
        "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:1}", "'a'",
        "1 2", "[]]", "// x", "\u{A0}1", "\u{0}",
    ])
    func invalidJSONIsRefused(_ text: String) {
        #expect(throws: JSONReader.Fault.self) { try JSONValue(text.utf8) }
    }

    @Test func invalidUTF8IsRefused() {
        for bytes: [UInt8] in [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
        ] {
            #expect(throws: JSONReader.Fault.self) { try JSONValue(bytes) }
        }
    }

    /// The time per array does not grow with the depth of nesting, and the depth is limited.
    @Test func manySmallArraysAreReadAndTheirDepthIsLimited() throws {
        let many = String(repeating: "[1],", count: 250_000)
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + many + "1" + String(repeating: "]", count: depth)
        }
        guard case .array(let elements) = try JSONValue(nested(1).utf8) else {
            Issue.record("the value must be an array")
            return
        }
        #expect(elements.count == 250_001)
        #expect(throws: Never.self) { try JSONValue(nested(60).utf8) }
        #expect(throws: JSONReader.Fault.self) { try JSONValue(nested(500).utf8) }
    }

    /// The reader reads what the writer wrote, and does not crash on damaged text.
    @Test func writtenJSONIsReadBack() throws {
        let value: JSONValue = [
            "a": [1, .number(-2.5), "é\u{1F600}\"\\\n", nil, true], "b": ["c": []],
        ]
        let bytes = value.bytes
        #expect(try JSONValue(bytes) == value)
        for place in bytes.indices {
            #expect(throws: JSONReader.Fault.self) { try JSONValue(bytes[..<place]) }
            for byte in [0, 0x22, 0x5B, 0x5C, 0x7D, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[place] = byte
                _ = try? JSONValue(damaged)
            }
        }
    }
}
