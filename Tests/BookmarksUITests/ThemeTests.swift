import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

@Suite struct ThemeTests {
    private func settings(_ text: String) -> Settings {
        var problems: [SettingsProblem] = []
        let settings = Settings(SettingsDocument(text), problems: &problems)
        #expect(problems.isEmpty)
        return settings
    }

    @Test(arguments: Theme.names) func everyThemeDrawsTheSameText(_ name: String) throws {
        var person = Person(["A", "B"])
        let plain = person.screen
        person.state.shell.theme = try #require(Theme(named: name))
        #expect(person.screen == plain)
    }

    @Test(arguments: ["terminal", "high-contrast", "none"])
    func someThemesHaveNoColor(_ name: String) throws {
        let theme = try #require(Theme(named: name))
        for role in Role.allCases { #expect(theme[role].foreground == nil, "\(role)") }
        #expect(theme[.selected].reverse)
    }

    @Test func highContrastHasNoFaintText() throws {
        let theme = try #require(Theme(named: "high-contrast"))
        for role in Role.allCases { #expect(!theme[role].dim, "\(role)") }
    }

    /// Otherwise it would look typed.
    @Test(arguments: Theme.names, [0, 8, 256])
    func suggestionDiffersFromTypedText(_ name: String, _ colors: Int) throws {
        let theme = try #require(Theme(named: name)).fitted(toColors: colors)
        var person = Person(["A"])
        person.state.shell.theme = theme
        person.press("m")
        person.send(.folders([FolderCount(path: "Reading", own: 1, total: 1)]))
        person.type("rea")
        let canvas = person.canvas
        let cursor = try #require(canvas.cursor)
        #expect(canvas[cursor.row, cursor.column].text == "d")
        #expect(
            canvas[cursor.row, cursor.column].style != canvas[cursor.row, cursor.column - 1].style)
    }

    @Test func colorSettingOverridesTheTheme() {
        let theme = settings("theme = none\ncolor.url = #005f87 underline").theme
        #expect(theme[.url] == Style(Color(name: "#005f87"), underline: true))
        #expect(theme[.tag] == .plain)
    }

    @Test func colorSettingsShowInTheList() throws {
        var person = Person(["Alpha", "Beta", "Better"])
        person.state.shell.theme = settings("color.host = 208 bold\ncolor.hit = bright-red").theme
        let row = try #require(person.lines.firstIndex { $0.contains("Beta") })
        let line = person.lines[row]
        let ends = line.indices.filter { line[$0...].hasPrefix("beta.ex") }
        let start = try #require(ends.first)
        let column = line.distance(from: line.startIndex, to: start)
        #expect(person.canvas[row, column].style == Style(Color(number: 208), bold: true))
        person.press("/")
        person.type("bet")
        let canvas = person.canvas
        #expect(
            (0..<24).contains { row in
                (0..<80).contains { canvas[row, $0].style.foreground?.name == "bright-red" }
            })
    }

    /// The selected row, and warnings, can be recognized without colors.
    @Test func noRoleDependsOnColorAlone() {
        for role in Role.allCases where role.standardStyle.foreground != nil {
            // The selected row has a sign before it, and is reversed where colors are few.
            let isSaid = [Role.url, .tag, .info, .code, .selected].contains(role)
            #expect(role.standardStyle.bold || isSaid, "\(role)")
        }
        let person = Person(["A", "B"])
        #expect(person.lines.contains { $0.hasPrefix(" > A") })
    }

    @Test(arguments: [
        "cyan", "default", "bold", "208 bold underline", "bright-red dim reverse", "on 236",
        "on blue bold italic", "#1e1e2e on #89b4fa bold", "bright-red on bright-white underline",
    ])
    func styleIsDescribedInTheWordsThatMadeIt(_ text: String) throws {
        #expect(try #require(Style(described: text)).described == text)
    }

    @Test(arguments: [
        ("ON BLUE Bold red", "red on blue bold"), ("default on default", "default"),
        ("bold on #ABCDEF default", "on #abcdef bold"),
    ]) func wordsOfAStyleMayHaveAnyOrder(_ text: String, _ written: String) throws {
        #expect(try #require(Style(described: text)).described == written)
    }

    @Test func everyStyleSurvivesARoundTrip() throws {
        let colors = [nil, Color.red, Color(number: 208), Color(red: 1, green: 2, blue: 3)]
        for bits in 0..<32 {
            func has(_ bit: Int) -> Bool { bits & bit != 0 }
            for foreground in colors {
                for background in colors {
                    let style = Style(
                        foreground, on: background, bold: has(1), dim: has(2), italic: has(4),
                        underline: has(8), reverse: has(16))
                    #expect(Style(described: style.described) == style)
                }
            }
        }
    }

    @Test(arguments: [
        "", "red blue", "blink", "256", "bold default red", "on", "red on", "on red on blue",
        "on bold", "on on red",
    ])
    func otherTextIsNoStyle(_ text: String) {
        #expect(Style(described: text) == nil)
    }

    @Test func everySignHasAnASCIIForm() {
        let (signs, forms) = (Symbols.unicode, Symbols.ascii)
        for (sign, form) in [
            (signs.mark, forms.mark), (signs.broken, forms.broken), (signs.from, forms.from),
            (signs.conflict, forms.conflict), (signs.synced, forms.synced),
            (signs.times, forms.times), (signs.ellipsis, forms.ellipsis),
        ] {
            #expect(TextMeasure.ascii.truncated(sign, to: 9) == form)
            #expect(form.utf8.allSatisfy { $0 < 0x80 })
        }
    }
}
