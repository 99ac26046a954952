/// The targets in Package.swift, read as text, since our manifest has a fixed form.
struct Manifest: Sendable {
    struct Target: Sendable {
        var name: String
        /// The targets and products that the target may import.
        var dependencies: [String]
        var isTest: Bool
        /// The target's folder, if it is given.
        var path: String?
    }

    /// The targets in the order of the floors.
    var targets: [Target]

    static let current = Result { try Manifest(contents(of: "Package.swift")) }

    init(_ text: String) throws {
        let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            .joined(separator: "\n")
        var rest = code[...]
        targets = []
        while let start = rest.firstRange(ofAny: [".target(", ".executableTarget(", ".testTarget("])
        {
            let declaration = rest[start.upperBound...].balanced(opening: "(", closing: ")")
            // Targets without a path are in Tests.
            let isTest = !declaration.contains("path: ")
            rest = rest[declaration.endIndex...]
            guard let name = declaration.literals.first else { continue }
            let path = declaration.firstRange(ofAny: ["path: "]).flatMap {
                declaration[$0.upperBound...].literals.first
            }
            targets.append(
                Target(
                    name: name, dependencies: dependencies(in: declaration), isTest: isTest,
                    path: path))
        }
    }

    subscript(name: String) -> Target? { targets.first { $0.name == name } }

    /// The position of a target, from 0 for the lowest.
    func floor(of name: String) -> Int? { targets.firstIndex { $0.name == name } }
}

private func dependencies(in declaration: Substring) -> [String] {
    guard let start = declaration.firstRange(ofAny: ["dependencies: ["]) else { return [] }
    let list = declaration[start.upperBound...].balanced(opening: "[", closing: "]")
    // `.product(name: "A", package: "b")` is imported as A.
    var names: [String] = []
    var isPackage = false
    for piece in list.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
        if piece.offset.isMultiple(of: 2) {
            isPackage = piece.element.hasSuffix("package: ")
        } else if !isPackage {
            names.append(String(piece.element))
        }
    }
    return names
}

extension Substring {
    /// The first place where one of the texts occurs.
    fileprivate func firstRange(ofAny texts: [String]) -> Range<Index>? {
        texts.compactMap { firstRange(of: $0) }.min { $0.lowerBound < $1.lowerBound }
    }

    /// The text up to the bracket that closes the one just before it.
    fileprivate func balanced(opening: Character, closing: Character) -> Substring {
        var depth = 1
        for index in indices {
            if self[index] == opening { depth += 1 }
            if self[index] == closing { depth -= 1 }
            if depth == 0 { return self[..<index] }
        }
        return self
    }

    /// The texts between quotation marks.
    fileprivate var literals: [String] {
        split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}
