import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import DeviceStore
import FileCoordination

/// The output options of settings. A separate type, because the parser takes a command's options
/// before those of its subcommands, and passes on only shared types.
struct SettingsFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print JSON.",
            discussion: """
                An array of objects, one for each setting, with name, value (a text), default, \
                isSet (whether the file sets it), allowed and meaning. get, set and unset print \
                one such object, with the new value.
                """))
    var json = false
}

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "settings",
        abstract: "Show and change the settings of this device.",
        discussion: """
            Prints all settings in the format of the settings file: NAME = VALUE, with comments. \
            Open lists follow every change of that file. The file is `settings` in the folder of \
            --home or CLOUDY_HOME, otherwise $XDG_CONFIG_HOME/cloudy/settings or \
            ~/.config/cloudy/settings. The sort order is not a setting: choose it in the list, for \
            all devices. Examples: cloudy settings; cloudy settings --edit
            """,
        subcommands: [GetSetting.self, SetSetting.self, UnsetSetting.self])

    @Flag(help: "Open the file in $VISUAL or $EDITOR, then check it.")
    var edit = false

    @OptionGroup var format: SettingsFormat
    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            if edit { return try editFile() }
            let settings = try options.settings()
            if format.json {
                say(JSON.array(Setting.all.map { $0.json(settings) }))
            } else {
                let heading = "# \(harmless(try options.settingsFile().path))"
                try paging.print([heading] + Setting.all.map { $0.lines(settings) }, options)
            }
        }
    }

    private func editFile() throws {
        let file = try options.settingsFile()
        try file.makeIfMissing()
        let editor = Editor(environment: environment())
        try Signals.lendingTerminal { try waitFor { try await editor.edit(file.path) } }
        let problems = file.read().problems
        for problem in problems { complain(problem) }
        if !problems.isEmpty {
            complain("These lines are ignored until you correct them: cloudy settings --edit")
            throw ExitCode(.configuration)
        }
    }
}

struct GetSetting: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print the value of a setting.",
        discussion: "Example: cloudy settings get theme")

    @Argument(help: "The setting's name.", completion: Candidates.settings)
    var name: String

    @OptionGroup var format: SettingsFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let setting = try Setting.known(name)
            let settings = try options.settings()
            say(format.json ? setting.json(settings) : harmless(settings[name]))
        }
    }
}

struct SetSetting: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the value of a setting.",
        discussion: """
            To see the values of each: cloudy settings. Examples: cloudy settings set theme light; \
            cloudy settings set key.delete F8, Del
            """)

    @Argument(help: "The setting's name.", completion: Candidates.settings)
    var name: String

    @Argument(
        help: "The value, one or more words; put -- before one that begins with a minus.",
        completion: Candidates.settingValues)
    var value: [String] = []

    @OptionGroup var format: SettingsFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let value = value.joined(separator: " ")
            let setting = try Setting.known(name)
            if let problem = setting.problem(with: value) {
                throw HomeError(.usage, problem.sentence)
            }
            try options.settingsFile().change { document in
                do throws(SettingsProblem) {
                    try document.setChecked(name, to: value)
                } catch {
                    throw HomeError(.usage, error.text.sentence)
                }
            }
            if format.json { say(setting.json(try options.settings())) }
        }
    }
}

struct UnsetSetting: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Reset a setting to its default.",
        discussion: "The exit status is 1 if it was not set. "
            + "Example: cloudy settings unset key.delete")

    @Argument(help: "The setting's name.", completion: Candidates.settings)
    var name: String

    @OptionGroup var format: SettingsFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            // An unknown name may still be in the file.
            var wasSet = false
            try options.settingsFile().change { wasSet = $0.remove(name) }
            if format.json, let setting = Setting.named(name) {
                say(setting.json(try options.settings()))
            }
            if wasSet { return }
            _ = try Setting.known(name)
            throw ExitCode(.nothingFound)
        }
    }
}

extension Setting {
    /// Returns the setting with a name; suggests similar names if there is none.
    fileprivate static func known(_ name: String) throws -> Setting {
        guard let setting = named(name) else {
            throw HomeError(.usage, BookmarksUI.Settings.unknown(name))
        }
        return setting
    }

    fileprivate func json(_ settings: BookmarksUI.Settings) -> String {
        JSON.object([
            "name": JSON.string(name), "value": JSON.string(settings[name]),
            "default": JSON.string(defaultValue), "isSet": "\(settings.values[name] != nil)",
            "allowed": JSON.string(allowed), "meaning": JSON.string(meaning),
        ])
    }

    /// Returns the setting as in the file, below its meaning.
    fileprivate func lines(_ settings: BookmarksUI.Settings) -> String {
        let value = settings[name]
        // The meaning describes the effect of an empty default.
        let tellsDefault = settings.values[name] != nil && !defaultValue.isEmpty
        let otherwise = name.hasPrefix("color.") ? "the theme's" : defaultValue
        return """

            # \(meaning)\(tellsDefault ? " Otherwise: \(otherwise)." : "")
            # Values: \(allowed).
            \(name) =\(value.isEmpty ? "" : " " + harmless(value))
            """
    }
}
