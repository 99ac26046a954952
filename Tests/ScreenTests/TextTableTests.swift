import Screen
import Testing

/// Tables at a terminal.
@Suite struct TextTableTests {
    private let rows = [["1", "a", "short"], ["22", "日本語", "a much longer text than others"]]

    @Test func columnsAlign() {
        #expect(
            TextTable.lines(["N", "", "Text"], rows) == [
                "N           Text", "1   a       short", "22  日本語  a much longer text than others",
            ])
    }

    @Test func aTableThatFitsIsNotCut() {
        #expect(
            TextTable.lines([], rows, columns: 80) == [
                "1   a       short", "22  日本語  a much longer text than others",
            ])
        #expect(TextTable.lines(["N", "", "T"], rows, columns: 80).first == "N           T")
        #expect(TextTable.lines([], [], columns: 80) == [])
    }

    @Test(arguments: 8...45) func noLineIsWiderThanTheTerminal(_ columns: Int) {
        let lines = TextTable.lines(["N", "Word", "Text"], rows, columns: columns)
        #expect(lines.allSatisfy { TextMeasure.standard.width($0) <= columns }, "\(lines)")
        #expect(lines[1].hasPrefix("1 "))
    }

    @Test func widestColumnIsCutToFit() {
        #expect(
            TextTable.lines([], rows, columns: 20) == ["1   a       short", "22  日本語  a much …"])
    }

    /// An empty line between groups stays empty.
    @Test func rowsWithoutFieldsAreEmptyLines() {
        #expect(
            TextTable.lines([], [["a", "bbb"], [], ["aa", "b", "c"]], columns: 20) == [
                "a   bbb", "", "aa  b    c",
            ])
    }
}
