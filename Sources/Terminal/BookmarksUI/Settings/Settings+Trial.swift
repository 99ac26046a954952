public import Bookmarks

extension Settings {
    /// Returns the settings with another value.
    func trying(_ name: String, _ value: String) -> Settings {
        var problems: [SettingsProblem] = []
        return Settings(document(with: name, value), problems: &problems)
    }

    /// Returns the reason why a setting cannot have a value together with the others, in one line;
    /// `nil` if it can.
    func problem(setting: Setting, to value: String) -> String? {
        if let problem = setting.problem(with: value) { return problem }
        var document = document(with: setting.name, value)
        do throws(SettingsProblem) {
            try document.setChecked(setting.name, to: value)
            return nil
        } catch {
            return error.text
        }
    }

    private func document(with name: String, _ value: String) -> SettingsDocument {
        var document = SettingsDocument()
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            document.set(name, to: value)
        }
        document.set(name, to: value)
        return document
    }
}

extension SettingsDocument {
    /// Sets a value; throws if it would not take effect.
    public mutating func setChecked(_ name: String, to value: String) throws(SettingsProblem) {
        set(name, to: value)
        var problems: [SettingsProblem] = []
        let settings = Settings(self, problems: &problems)
        let entry = entries.last { $0.name == name }
        // An earlier line may apply instead of an invalid one.
        guard settings.values[name] != entry?.value else { return }
        let allowed = Setting.named(name)?.allowed ?? "another value"
        let reason = problems.first { $0.line == entry?.line }?.text ?? "use \(allowed)"
        throw SettingsProblem(line: entry?.line, reason)
    }
}
