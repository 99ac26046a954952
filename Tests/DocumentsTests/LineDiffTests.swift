import Documents
import Testing

/// The differences of two texts.
struct LineDiffTests {
    private func diff(_ old: String, _ new: String) -> String {
        LineDiff(from: Array(old.utf8), to: Array(new.utf8)).text(from: "1", to: "2")
    }

    @Test func equalTextsHaveNoDiff() { #expect(diff("a\n", "a\n") == "") }

    @Test func changesAreShownWithContextLines() {
        let old = (1...20).map { "\($0)\n" }.joined()
        let new = old.replacing("5\n", with: "five\n").replacing("12\n", with: "")
        // `15` ends in 5, too.
        #expect(
            diff(old, new) == """
                --- 1
                +++ 2
                @@ -2,17 +2,16 @@
                 2
                 3
                 4
                -5
                +five
                 6
                 7
                 8
                 9
                 10
                 11
                -12
                 13
                 14
                -15
                +1five
                 16
                 17
                 18

                """)
    }

    @Test func distantChangesAreSeparateHunks() {
        let old = (1...30).map { "line \($0);\n" }.joined()
        let new =
            old.replacing("line 1;\n", with: "") + "line 31;\n"
        let lines = diff(old, new).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("@@") } == ["@@ -1,4 +1,3 @@", "@@ -28,3 +27,4 @@"])
    }

    @Test func missingFinalLineFeedIsMarked() {
        #expect(
            diff("a", "a\n") == """
                --- 1
                +++ 2
                @@ -1 +1 @@
                -a
                \\ No newline at end of file
                +a

                """)
    }

    @Test func diffWithAnEmptyTextAddsOrRemovesAllLines() {
        #expect(diff("", "a\nb\n") == "--- 1\n+++ 2\n@@ -0,0 +1,2 @@\n+a\n+b\n")
        #expect(diff("a\nb\n", "") == "--- 1\n+++ 2\n@@ -1,2 +0,0 @@\n-a\n-b\n")
    }
}
