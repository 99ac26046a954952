import Bookmarks
import BookmarksUI
import Screen
import Testing

/// Folders are found by any part of their path, in the form and in the prompt of `m`.
struct FolderCompletionTests {
    private static let paths = [
        "Dev/Python", "Dev", "News", "Pythons", "Reading/Monty Python", "Pictures/yachts on",
    ]

    private func inForm(typing text: String, of paths: [String] = paths) -> Person {
        var person = Person(["A"])
        person.press("a")
        person.type("https://new.example/")
        person.press("Down", "Down", "Down")
        person.send(.folders(paths.map { FolderCount(path: $0, own: 1, total: 1) }))
        person.type(text)
        _ = person.takeEffects()
        return person
    }

    private func inPrompt(typing text: String, of paths: [String] = paths) -> Person {
        var person = Person(["A"])
        person.press("m")
        person.send(.folders(paths.map { FolderCount(path: $0, own: 1, total: 1) }))
        person.type(text)
        _ = person.takeEffects()
        return person
    }

    private func menu(_ person: Person) -> [String] {
        person.lines.compactMap { line in
            let parts = line.split(separator: "│", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            return parts[1].split(separator: " ").joined(separator: " ")
        }
    }

    private func folder(_ person: Person) -> String? {
        var person = person
        person.press("Ctrl-O")
        return person.takeEffects().last?.added?.folder
    }

    /// The beginning of a path comes first, then a part of a name, then letters with gaps.
    @Test func bestMatchingFolderComesFirst() {
        let found = ["Pythons", "Dev/Python", "Reading/Monty Python", "Pictures/yachts on"]
        #expect(menu(inForm(typing: "pyth")) == Array(found.prefix(3)))
        #expect(menu(inPrompt(typing: "pyth")) == Array(found.prefix(3)))
        #expect(menu(inForm(typing: "dpy")) == ["Dev/Python"])
    }

    @Test(arguments: ["python", "Python", "pyth"])
    func tabTakesTheOnlyFolderThatContainsTheText(_ typed: String) {
        let paths = ["Dev", "Dev/Python", "News"]
        var form = inForm(typing: typed, of: paths)
        #expect(menu(form) == ["Dev/Python"])
        #expect(form.lines.last?.contains("Tab complete") == true)
        form.press("Tab")
        #expect(menu(form).isEmpty && form.screen.contains("Folder Dev/Python"))
        #expect(folder(form) == "Dev/Python")
        form.press("Tab")
        #expect(form.screen.contains("> Notes") && folder(form) == "Dev/Python")
        var prompt = inPrompt(typing: typed, of: paths)
        #expect(prompt.lines.last?.contains("Tab complete") == true)
        prompt.press("Tab", "Tab")
        #expect(prompt.takeEffects().isEmpty && prompt.screen.contains("Dev/Python"))
        #expect(prompt.lines.last?.contains("Tab complete") == false)
        prompt.press("Enter")
        #expect(prompt.takeEffects() == [.change(.setFolder("Dev/Python"), ids: ["0"])])
    }

    /// Another folder may have the letters with others in between.
    @Test func tabTakesTheOnlyFolderWithTheTextAmongThoseWithItsLetters() {
        let paths = ["Dev/Linux/Kernel", "Dev/Kubernetes"]
        var prompt = inPrompt(typing: "kern", of: paths)
        #expect(menu(prompt).first == "Dev/Linux/Kernel")
        prompt.press("Tab", "Enter")
        #expect(prompt.takeEffects() == [.change(.setFolder("Dev/Linux/Kernel"), ids: ["0"])])
    }

    /// Among several folders, a person chooses.
    @Test func tabChoosesTheFirstOfSeveralFoldersThatContainTheText() {
        let paths = ["Dev/Python", "News/Python"]
        var form = inForm(typing: "pyth", of: paths)
        form.press("Tab")
        #expect(menu(form) == paths && form.screen.contains("Folder pyth"))
        #expect(form.lines.last?.contains("⏎ take") == true)
        form.press("Tab")
        #expect(menu(form).isEmpty && form.screen.contains("Folder Dev/Python"))
    }

    /// A bookmark is filed only into the folder that the line shows.
    @Test func typedFolderIsSavedUnlessASuggestionIsTaken() {
        let paths = ["Dev", "Dev/Python", "News"]
        #expect(folder(inForm(typing: "python", of: paths)) == "python")
        var prompt = inPrompt(typing: "python", of: paths)
        prompt.press("Enter")
        #expect(prompt.takeEffects() == [.change(.setFolder("python"), ids: ["0"])])
    }

    /// The menu shows a folder that Enter does not take.
    @Test(arguments: [("python", true), ("dev/", false), ("Dev/Python", false), ("/", false)])
    func enterSaysThatItMakesANewFolder(_ typed: String, _ isNew: Bool) {
        let paths = ["Dev", "Dev/Python", "News"]
        let form = inForm(typing: typed, of: paths)
        let hint = isNew ? "⏎ save in new folder  " : "⏎ save  "
        #expect(form.lines.last?.contains(hint) == true, "\(form.screen)")
        #expect(form.lines.last?.contains("Ctrl-O") == false)
        let prompt = inPrompt(typing: typed, of: paths)
        #expect(prompt.lines.last?.contains(isNew ? "⏎ new folder  " : "⏎ move  ") == true)
    }

    /// A path that only happens to have the letters does not keep Tab from going to the next field.
    @Test(arguments: ["dpy", "new folder"])
    func tabGoesToTheNextFieldIfOnlyScatteredLettersMatch(_ typed: String) {
        var form = inForm(typing: typed, of: ["Dev", "Dev/Python", "Netherlands/where/folders"])
        form.press("Tab")
        #expect(form.screen.contains("> Notes"))
        #expect(folder(form) == typed)
    }

    @Test(arguments: ["Dev", "dev"]) func existingFolderIsNotCompletedToAnother(_ typed: String) {
        var form = inForm(typing: typed, of: ["Dev", "Dev/Python", "Old/Dev"])
        #expect(menu(form).isEmpty)
        form.press("Tab")
        #expect(form.screen.contains("> Notes") && folder(form) == typed)
    }

    /// One Tab too many must not file a bookmark one level too deep.
    @Test(arguments: ["Rea", "rea", "Reading"])
    func furtherTabDoesNotCompleteAFolderToOneInside(_ typed: String) {
        var prompt = inPrompt(typing: typed, of: ["Reading", "Reading/Papers", "Old/Reading"])
        prompt.press("Tab", "Tab", "Tab")
        #expect(menu(prompt).contains("Reading/Papers"))
        #expect(prompt.lines.contains { $0.hasSuffix("folder: Reading") }, "\(prompt.screen)")
        #expect(prompt.lines.last?.contains("⏎ move") == true, "\(prompt.screen)")
        prompt.press("Enter")
        #expect(prompt.takeEffects() == [.change(.setFolder("Reading"), ids: ["0"])])
    }

    @Test func folderInsideIsChosenInTheMenuOfAFurtherTab() {
        var prompt = inPrompt(typing: "Reading", of: ["Reading", "Reading/Papers"])
        #expect(prompt.lines.last?.contains("Tab more") == true, "\(prompt.screen)")
        prompt.press("Tab", "Esc")
        #expect(menu(prompt).isEmpty && prompt.state.shell.context == .prompt)
        prompt.press("Tab", "Down", "Tab", "Enter")
        #expect(prompt.takeEffects() == [.change(.setFolder("Reading/Papers"), ids: ["0"])])
    }

    @Test func arrowsReachFoldersInsideOne() {
        var prompt = inPrompt(typing: "Reading", of: ["Reading", "Reading/Papers"])
        prompt.press("Down", "Enter", "Enter")
        #expect(prompt.takeEffects() == [.change(.setFolder("Reading/Papers"), ids: ["0"])])
    }
}
