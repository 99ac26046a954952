/// Text of HTML. A string that is put into it is text, and its signs are escaped; only other HTML
/// is taken as it is.
struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    private(set) var text = ""

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation parts: StringInterpolation) { text = parts.text }

    /// Several, one after the other.
    init(_ parts: some Sequence<HTML>) { text = parts.map(\.text).joined() }

    /// A text of another author. Signs in it that turn the direction of writing have no effect on
    /// the text around it.
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

    /// The text with the special characters of HTML escaped, also within quotes. Control
    /// characters, which no page may have, are left out.
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
