import TestSupport
import Testing

/// Every public declaration has a comment.
///
/// Exempt are comments that would only repeat a name or another comment: the stored properties of a
/// documented type and the initializer that sets them, constants that act as cases, and members
/// that a protocol, ours or the standard library's, already describes.
@Suite(.ownThread) struct DocumentationTests {
    static let described: Set<String> = [
        "hash", "description", "debugDescription", "encode", "next", "makeAsyncIterator", "id",
        "rawValue", "allCases", "deinit",
    ]
    /// The names of all requirements in our own protocols.
    static let required = Set(SwiftSource.product.flatMap(requirements))

    @Test(arguments: SwiftSource.product)
    func publicDeclarationsAreDocumented(_ source: SwiftSource) {
        let functions = Dictionary(
            Function.all(in: source.code).map { ($0.line, $0) },
            uniquingKeysWith: { first, _ in first })
        for (index, line) in source.code.enumerated() {
            guard let declaration = PublicDeclaration(line) else { continue }
            if isDocumented(at: index, in: source.lines) { continue }
            if declaration.isOperator || Self.described.contains(declaration.name) { continue }
            if Self.required.contains(declaration.name) { continue }
            let function = functions[index + 1]
            switch declaration.keyword {
            case "init" where function.map(isMemberwise) ?? false: continue
            case "var" where function == nil && !declaration.isStatic: continue
            case "let": continue
            default:
                Issue.record("\(source):\(index + 1) \(declaration.name) must be documented")
            }
        }
    }

    private static func requirements(of source: SwiftSource) -> [String] {
        var isInProtocol = false
        return source.code.compactMap { line in
            if line.first?.isLetter == true { isInProtocol = line.contains("protocol ") }
            let words = line.split { " (<:{".contains($0) }
            guard isInProtocol, let at = words.firstIndex(where: { $0 == "func" || $0 == "var" })
            else { return nil }
            return at + 1 < words.count ? String(words[at + 1]) : nil
        }
    }

    private func isDocumented(at index: Int, in lines: [Substring]) -> Bool {
        for line in lines[..<index].reversed() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("@") { continue }
            return text.hasPrefix("///") || text.hasSuffix("*/")
        }
        return false
    }

    private func isMemberwise(_ function: Function) -> Bool {
        function.body.split(separator: "\n").allSatisfy { line in
            let text = line.drop { $0 == " " }
            let target = text.split(separator: " ").first ?? ""
            return text.isEmpty || (text.contains(" = ") && !target.contains("("))
        }
    }
}

/// The head of a declaration that other targets can use.
private struct PublicDeclaration {
    var keyword: String
    var name: String
    var isStatic: Bool
    var isOperator: Bool

    init?(_ line: Substring) {
        let words = line.split { " (<:{".contains($0) }.filter { !$0.hasPrefix("@") }
        guard words.first == "public" || words.first == "open" else { return nil }
        let keywords: Set<Substring> = [
            "struct", "class", "enum", "protocol", "actor", "typealias", "func", "var", "let",
            "init",
            "subscript",
        ]
        guard let at = words.firstIndex(where: keywords.contains) else { return nil }
        keyword = String(words[at])
        name = at + 1 < words.count && keyword != "init" ? String(words[at + 1]) : keyword
        isStatic = words[..<at].contains("static")
        isOperator =
            line.firstRange(of: "func ").map { range in
                line[range.upperBound...].first?.isLetter == false
            } ?? false
    }
}
