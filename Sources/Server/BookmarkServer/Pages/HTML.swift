/// HTML text. An interpolated string is text, and its special characters are escaped; only other
/// HTML is inserted unchanged.
struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    private(set) var text = ""

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation parts: StringInterpolation) { text = parts.text }

    /// Joins some parts.
    init(_ parts: some Sequence<HTML>) { text = parts.map(\.text).joined() }

    /// Returns a text of another author. Characters in it that change the direction of writing do
    /// not affect the text around it.
    static func text(_ text: String) -> HTML { "<bdi>\(text)</bdi>" }

    static func + (one: HTML, other: HTML) -> HTML { HTML([one, other]) }

    struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ string: some StringProtocol) {
            text += HTML.escaped(string)
        }

        mutating func appendInterpolation(_ number: Int) { text += "\(number)" }

        mutating func appendInterpolation(_ html: HTML) { text += html.text }

        mutating func appendInterpolation(_ parts: [HTML]) { text += HTML(parts).text }
    }

    /// Returns the text with the special characters of HTML escaped, for use within quotes, too.
    /// Leaves out control characters, which are not allowed in pages.
    private static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
