import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

@Suite struct PaletteTests {
    static let names = Palette.all.map(\.name)

    private func theme(_ name: String) throws -> Theme { try #require(Theme(named: name)) }

    private func person(_ theme: Theme, columns: Int = 80, rows: Int = 24) -> Person {
        var person = Person(["Alpha", "Beta", "Gamma"], columns: columns, rows: rows)
        person.state.shell.theme = theme
        person.press("j")
        return person
    }

    /// The rows of the screen on which every cell looks selected, from edge to edge of its pane.
    private func bars(_ canvas: Canvas, _ isSelected: (Style) -> Bool) -> [Int] {
        (0..<canvas.size.rows).filter { row in
            canvas.row(row).allSatisfy { isSelected($0.style) }
        }
    }

    /// With 256 colors, the nearest ones have a little less contrast.
    @Test(arguments: names, [(Color.allColors, 4.5, 3.0), (256, 4.4, 2.5)])
    func themesHaveEnoughContrast(
        _ name: String, _ terminal: (colors: Int, text: Double, part: Double)
    ) throws {
        let theme = try theme(name).fitted(toColors: terminal.colors)
        func contrast(_ style: Style) throws -> Double {
            try #require(style.foreground).contrast(with: try #require(style.background))
        }
        let plain = theme[.plain]
        let selected = theme.selected(plain)
        #expect(try contrast(plain) >= terminal.text)
        #expect(try contrast(selected) >= terminal.text)
        for role in Role.allCases where role != .selected && role != .border {
            let style = theme[role].over(theme[.plain])
            #expect(try contrast(style) >= terminal.part, "\(role)")
            #expect(try contrast(theme.selected(style)) >= terminal.part, "\(role)")
        }
        #expect(selected.background != plain.background)
    }

    @Test(arguments: names) func backgroundCoversTheWholeScreen(_ name: String) throws {
        let theme = try theme(name)
        for (columns, rows) in [(80, 24), (40, 12), (160, 40), (9, 3), (20, 1)] {
            let canvas = person(theme, columns: columns, rows: rows).canvas
            let known = [theme[.plain].background, theme[.selected].background]
            for row in 0..<rows {
                #expect(canvas.row(row).allSatisfy { known.contains($0.style.background) })
                #expect(canvas.row(row).allSatisfy { $0.style.foreground != nil })
            }
        }
    }

    @Test func settingKeepsTheBackgroundOfTheTerminal() {
        var problems: [SettingsProblem] = []
        let document = SettingsDocument("theme = nord\nbackground = terminal")
        let theme = Settings(document, problems: &problems).theme
        let canvas = person(theme).canvas
        #expect(problems.isEmpty)
        #expect(canvas.row(0).allSatisfy { $0.style.background == nil })
        #expect(canvas.row(0).contains { $0.style.foreground != nil })
        // The selected row still has its bar.
        #expect(bars(canvas) { $0.background == theme[.selected].background }.count == 1)
    }

    @Test(arguments: names) func selectedRowKeepsItsColors(_ name: String) throws {
        let theme = try theme(name)
        let canvas = person(theme).canvas
        let bar = theme[.selected].background
        let rows = bars(canvas) { $0.background == bar && !$0.reverse }
        let row = try #require(rows.first)
        #expect(rows.count == 1)
        #expect(canvas[row, 1].text == ">")
        let colors = Set(canvas.row(row).map(\.style.foreground))
        #expect(colors.count > 1, "the address must keep its color")
    }

    @Test(arguments: names) func tagsOfTheSelectedRowKeepTheirColor(_ name: String) throws {
        let theme = try theme(name)
        #expect(theme.selected(theme[.tag]).foreground == theme[.tag].foreground)
        // Some palettes have no such color among 256.
        if name.hasPrefix("catppuccin") {
            let few = theme.fitted(toColors: 256)
            #expect(few.selected(few[.tag]).foreground == few[.tag].foreground)
        }
    }

    @Test(arguments: [
        ("", 80, 24), ("s", 80, 24), ("snu", 80, 24), ("/be", 80, 24), ("sr", 80, 24),
        ("sp", 80, 24), ("sp", 40, 12), ("", 40, 12), ("", 24, 8),
    ]) func selectedRowReachesBothEdges(_ keys: String, _ columns: Int, _ rows: Int) throws {
        for name in Theme.names {
            var person = Person(["Alpha", "Beta"], columns: columns, rows: rows)
            person.state.shell.theme = try theme(name)
            person.type(keys)
            let bar = person.state.shell.theme[.selected].background
            let rows = bars(person.canvas) { bar == nil ? $0.reverse : $0.background == bar }
            #expect(!rows.isEmpty, "\(name)")
            #expect(rows.allSatisfy { ["> ", ">", " "].contains(person.canvas[$0, 1].text) })
        }
    }

    @Test(arguments: [(80, 24), (40, 12)]) func selectedRowReachesBothEdgesWhilePicking(
        _ columns: Int, _ rows: Int
    ) throws {
        var person = Person(["Alpha", "Beta"], columns: columns, rows: rows)
        person.state.beginPicking(.one, in: person.list)
        person.type("a")
        let bar = person.state.shell.theme[.selected].background
        #expect(!bars(person.canvas) { $0.background == bar }.isEmpty)
    }

    @Test func unreadablePartOfTheSelectedRowTakesItsTextColor() throws {
        var theme = Theme.standard
        theme[.selected] = try #require(Style(described: "#1e1e2e on #89b4fa bold"))
        theme[.url] = try #require(Style(described: "#89b4fb"))
        theme[.tag] = try #require(Style(described: "#400000"))
        let dark = Color(name: "#1e1e2e")
        #expect(theme.selected(theme[.url]).foreground == dark)
        #expect(theme.selected(theme[.plain]).foreground == dark)
        #expect(theme.selected(theme[.tag]).foreground == Color(name: "#400000"))
        #expect(theme.selected(theme[.faint]) == theme[.selected])
    }

    @Test(arguments: names, [0, 8, 16]) func themesStayReadableWithFewColors(
        _ name: String, _ count: Int
    ) throws {
        let theme = try theme(name).fitted(toColors: count)
        let canvas = person(theme).canvas
        #expect(bars(canvas) { $0.reverse }.count == 1)
        let background = theme[.plain].background?.reduced(to: max(8, count))
        #expect((background == nil) == (count == 0))
        for role in Role.allCases {
            let style = theme[role].over(theme[.plain])
            if count == 0 { #expect(style.foreground == nil, "\(role)") }
            guard let background, let color = style.foreground?.reduced(to: count) else { continue }
            #expect(color.contrast(with: background) > 1.5, "\(role)")
        }
        #expect(theme[.faint].dim)
    }

    @Test func customStylesAreKeptOnEveryTerminal() {
        var theme = Theme.standard
        theme[.url] = Style(.yellow, on: .blue)
        #expect(theme.fitted(toColors: 8)[.url] == Style(.yellow, on: .blue))
        theme[.selected] = .reverse
        #expect(theme.fitted(toColors: 256) == theme)
        #expect(theme.fitted(toColors: 8) == theme)
    }

    @Test(arguments: Theme.names) func selectedRowKeepsBoldAndUnderline(_ name: String) throws {
        let theme = try theme(name)
        #expect(theme.selected(theme[.unread]).bold == theme[.unread].bold)
        #expect(theme.selected(theme[.hit]).underline == theme[.hit].underline)
    }

    @Test func hitHasTheColorsOfItsSetting() throws {
        var person = Person(["Alpha", "Beta", "Better"])
        person.state.shell.theme[.hit] = Style(.black, on: .yellow)
        person.press("/")
        person.type("bet")
        let cells = (0..<24).flatMap { person.canvas.row($0) }.filter {
            $0.style.foreground == .black && $0.style.background == .yellow
        }
        #expect(cells.map(\.text).joined().contains("Bet"))
    }
}
