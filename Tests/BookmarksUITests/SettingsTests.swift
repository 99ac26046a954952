import Bookmarks
import FoundationEssentials
import Screen
import TestSupport
import Testing

@testable import BookmarksUI

@Suite(.ownThread) struct SettingsTests {
    private func read(_ text: String) -> (settings: Settings, problems: [String]) {
        var problems: [SettingsProblem] = []
        let settings = Settings(SettingsDocument(text), problems: &problems)
        return (settings, problems.map { $0.description(in: "f") })
    }

    @Test func linesSetValuesAndCommentsAreIgnored() {
        let (settings, problems) = read(
            "# mouse = off\r\n\n  mouse=on  \n browser =  firefox  -P a=b %s\npager =\n# end")
        #expect(problems.isEmpty)
        #expect(settings.usesMouse)
        #expect(settings.browser == "firefox  -P a=b %s")
        #expect(settings.pager == nil)
        #expect(!settings.fetchesTitles)
        #expect(settings["theme"] == "default")
    }

    @Test func colorsWithoutALineAreThoseOfTheTheme() {
        let (settings, _) = read("theme = nord\ncolor.tag = red")
        #expect(settings["color.tag"] == "red")
        #expect(settings["color.url"] == Theme(named: "nord")?[.url].described)
        // What the command prints can be written back.
        let all = Setting.all.map { "\($0.name) = \(settings[$0.name])" }
        #expect(read(all.joined(separator: "\n")).settings.theme == settings.theme)
    }

    @Test(arguments: [
        ("\nmouse = yes", "f:2: mouse cannot be “yes”; use on or off"),
        ("mouse", "f:1: “mouse” is not a setting: write NAME = VALUE, or # before a comment"),
        ("muose = on", "f:1: There is no setting “muose”; did you mean mouse?"),
        ("bogus = on", "f:1: There is no setting “bogus”. To see all: cloudy settings"),
        (
            "key.purge = F9",
            "f:1: There is no setting “key.purge”; its name is now key.delete-forever"
        ),
        ("x.y = on", "f:1: There is no setting “x.y”. To see all: cloudy settings"),
        (
            "theme = dark",
            "f:1: theme cannot be “dark”; use default, terminal, light, high-contrast, none, "
                + "catppuccin-latte, catppuccin-frappe, catppuccin-macchiato, catppuccin-mocha, "
                + "gruvbox-dark, gruvbox-light, nord, solarized-dark, solarized-light, dracula, "
                + "dracula-alucard, tokyo-night, tokyo-night-day"
        ),
        ("theme = Nrod", "f:1: theme cannot be “Nrod”; did you mean nord?"),
        (
            "theme = gruvbox",
            "f:1: theme cannot be “gruvbox”; did you mean gruvbox-dark or gruvbox-light?"
        ),
        ("background = red", "f:1: background cannot be “red”; use theme or terminal"),
        (
            "key.delete = a",
            "f:1: a cannot start delete: in the list it starts add. Give that another key first: "
                + "key.add = KEY"
        ),
        (
            "key.quit = none",
            "f:1: quit needs a key: without one, you could not leave"
        ),
        (
            "key.help = h",
            "f:1: help also works in the palette, where letters are text: add a key such as F2 or "
                + "Ctrl-T"
        ),
        (
            // Ctrl-H is Backspace, which edits where text is typed.
            "key.help = Ctrl-H",
            "f:1: help also works in the palette, where letters are text: add a key such as F2 or "
                + "Ctrl-T"
        ),
        (
            "key.sort = Ctrl-J",
            "f:1: Enter cannot start sort: in the list it starts open. Give that another key "
                + "first: key.open = KEY"
        ),
    ]) func invalidLineIsReportedAndIgnored(_ text: String, _ problem: String) {
        let (settings, problems) = read(text)
        #expect(problems == [problem])
        #expect(settings == Settings())
    }

    @Test func laterOfTwoLinesCountsAndIsReported() {
        let (settings, problems) = read("mouse = off\nmouse = on")
        #expect(settings.usesMouse)
        #expect(problems == ["f:2: mouse is set on line 1 too; this line counts"])
    }

    @Test(arguments: [
        ("mouse = on\nmouse = yes", "mouse", "on", ["mouse cannot be “yes”; use on or off"]),
        ("mouse = on\nmouse = off\nmouse = 1", "mouse", "off", ["mouse is set on line 1 too"]),
        ("theme = light\ntheme =", "theme", "light", ["theme cannot be “”"]),
        ("key.delete = F9\nkey.delete = a", "key.delete", "F9", ["a cannot start delete"]),
    ])
    func invalidLineKeepsAnEarlierValue(
        _ text: String, _ name: String, _ value: String, _ said: [String]
    ) throws {
        let (settings, problems) = read(text)
        #expect(settings[name] == value)
        for words in said { #expect(problems[0].hasPrefix("f:2: \(words)")) }
        let line = text.split(separator: "\n").count
        #expect(try #require(problems.last).hasPrefix("f:\(line): "))
        #expect(try #require(problems.last).hasSuffix("; line \(line - 1) counts"))
        #expect(problems.count == line - 1)
        if name == "key.delete" {
            #expect(settings.keys.name(of: .delete, in: .list) == "F9")
        }
    }

    @Test func invalidLineKeepsTheOtherSettings() {
        let (settings, problems) = read("theme = light\nkey.add = a, ä, \nmouse = on")
        #expect(problems.count == 1)
        #expect(settings.usesMouse)
        #expect(settings["theme"] == "light")
    }

    @Test func invalidUTF8IsReportedAndKeptInTheFile() {
        let start = Array("theme = light\r\nbrowser = f".utf8)
        let end = Array("x\nmouse = on\n".utf8)
        var document = SettingsDocument(bytes: start + [0xFC] + end)
        var problems: [SettingsProblem] = []
        let settings = Settings(document, problems: &problems)
        #expect(problems.map { $0.description(in: "f") } == ["f:2: it is not UTF-8 text"])
        #expect(settings.usesMouse && settings["theme"] == "light")
        #expect(settings.values["browser"] == nil)
        document.set("theme", to: "none")
        #expect(document.bytes == Array("theme = none\nbrowser = f".utf8) + [0xFC] + end)
    }

    @Test func changingOneLineKeepsTheOthers() {
        var document = SettingsDocument(
            "# mine\nmouse = off\n\n theme=light # no comment\nmouse = on")
        document.set("mouse", to: "off")
        document.set("pager", to: "less -R")
        #expect(
            String(decoding: document.bytes, as: UTF8.self)
                == "# mine\nmouse = off\n\n theme=light # no comment\nmouse = off\n"
                + "pager = less -R\n")
        let wasThere = document.remove("mouse")
        let isThere = document.remove("mouse")
        #expect(wasThere && !isThere)
        document.set("browser", to: "")
        #expect(
            String(decoding: document.bytes, as: UTF8.self)
                == "# mine\n\n theme=light # no comment\npager = less -R\nbrowser =\n")
    }

    @Test(arguments: Setting.all) func everyDefaultIsAValidSetting(_ setting: Setting) {
        #expect(setting.problem(with: setting.defaultValue) == nil)
        #expect(setting.meaning.last == ".")
        let (settings, problems) = read("\(setting.name) = \(setting.defaultValue)")
        #expect(problems.isEmpty)
        #expect(settings[setting.name] == setting.defaultValue)
        #expect(settings.theme == .standard)
        for action in Action.all {
            #expect(settings.keys.keys(of: action) == action.keys)
        }
    }

    @Test func documentationListsEverySetting() throws {
        let path = "\(Places.repository)/Docs/Reference/Settings.md"
        let text = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        for setting in Setting.general + Setting.styles {
            let usual = setting.defaultValue.isEmpty ? "empty" : "`\(setting.defaultValue)`"
            // Settings of one group have the same values, which the text around the table lists.
            let values = setting.name.contains(".") ? "" : " \(setting.allowed) |"
            #expect(
                text.contains(
                    "| `\(setting.name)` | \(usual) | \(setting.meaning) |\(values)\n"),
                "Settings.md is out of date: run `make manual`")
        }
    }

    @Test func malformedLinesAreReported() {
        for text in ["=", " = x", "\0", "key. = x", "color. = red", "=\n=\n", "key.add ="] {
            let (_, problems) = read(text)
            #expect(problems.count >= 1)
        }
    }
}
