import TestSupport
import Testing

/// No file, function or line is too long to be read in one go.
@Suite(.ownThread) struct LengthTests {
    @Test(arguments: SwiftSource.all) func filesHaveAtMost400Lines(_ source: SwiftSource) {
        // The manifest is a single list, and must be one file.
        let most = source.path == "Package.swift" ? 500 : 400
        #expect(source.lines.count <= most, "a file must have at most \(most) lines")
    }

    @Test(arguments: SwiftSource.all) func linesHaveAtMost100Columns(_ source: SwiftSource) {
        for (index, line) in source.lines.enumerated() where line.count > 100 {
            // A URL can't be broken.
            if line.contains("://") { continue }
            Issue.record("\(source):\(index + 1) has \(line.count) columns")
        }
    }

    @Test(arguments: SwiftSource.all) func functionsHaveAtMost70Lines(_ source: SwiftSource) {
        for function in Function.all(in: source.code) where function.length > 70 {
            Issue.record("\(source):\(function.line) \(function.name) has \(function.length) lines")
        }
    }

    @Test func functionFinderFindsNamesLengthsAndLines() {
        let code = """
            struct Example {
                var stored = 1
                let closure: () -> Void = {}
                public var computed: Int {
                    if true {
                        1
                    }
                }
                init(
                    a: Int = "{".count,
                    b: Int
                ) where A == B {
                }
                static func == (a: Self, b: Self) -> Bool { true }
            }
            protocol Requirements {
                func none()
                var none: Int { get }
            }
            """
        let lines = blankingCommentsAndStrings(code)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let found = Function.all(in: lines)
        #expect(found.map(\.name) == ["computed", "init", "==", "none"])
        #expect(found.map(\.length) == [5, 5, 1, 1])
        #expect(found.map(\.line) == [4, 9, 14, 18])
    }

    @Test func blankingRemovesCommentsAndTextOfStrings() {
        let code = ##"""
            a /* b /* c */ d */ e // f
            "g \(h("i") + "j") k" l #"m \n " n"# o
            """##
        let blanked = blankingCommentsAndStrings(code).filter { !$0.isWhitespace }
        #expect(blanked == ##"ae""""""l#""#o"##)
    }
}
