import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// The row of the selected bookmark in each theme, without settings for its style.
struct BarTests {
    private func person(_ theme: Theme) -> Person {
        var person = Person(["Alpha", "Beta"], columns: 120)
        person.state.shell.theme = theme
        return person
    }

    /// The cells of the selected row.
    private func bar(_ person: Person) throws -> [Cell] {
        let canvas = person.canvas
        let row = try #require((0..<24).first { canvas[$0, 1].text == ">" })
        return (0..<120).map { canvas[row, $0] }
    }

    @Test(arguments: ["default", "light"], [256, 1 << 24])
    func selectedRowKeepsTheColorsOfItsParts(_ name: String, _ colors: Int) throws {
        let theme = try #require(Theme(named: name)).fitted(toColors: colors)
        let cells = try bar(person(theme))
        #expect(cells.allSatisfy { !$0.style.reverse && $0.style.background != nil })
        #expect(Set(cells.map(\.style.background)).count == 1, "the bar must have one background")
        let tag = try #require(cells.first { $0.text == "#" })
        #expect(tag.style.foreground == theme[.tag].foreground)
        let name = try #require(cells.first { $0.text == "A" })
        #expect(name.style.foreground != tag.style.foreground)
        for cell in cells {
            let (front, back) = (cell.style.foreground, cell.style.background)
            let contrast = try #require(front).contrast(with: try #require(back))
            #expect(contrast >= 3, "\(cell.text)")
        }
    }

    @Test(arguments: ["default", "light"], [0, 8, 16])
    func selectedRowIsReversedWithFewColors(_ name: String, _ colors: Int) throws {
        let theme = try #require(Theme(named: name)).fitted(toColors: colors)
        let cells = try bar(person(theme))
        #expect(cells.allSatisfy { $0.style.reverse && $0.style.background == nil })
    }

    @Test(arguments: ["terminal", "high-contrast", "none"])
    func selectedRowIsReversedInThemesWithoutColors(_ name: String) throws {
        let cells = try bar(person(try #require(Theme(named: name))))
        #expect(cells.allSatisfy { $0.style.reverse && $0.style.background == nil })
    }
}
