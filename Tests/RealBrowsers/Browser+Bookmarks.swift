import BookmarkServer
import Foundation

/// The bookmarks of a browser, changed with the calls that its own windows use.
extension Browser {
    /// Adds pages with these names to a folder, or to the bar: `tides` is https://tides.example/.
    /// Returns the browser's ids for them.
    package func addBookmarks(_ names: [String], in folder: String? = nil) async throws -> [String]
    {
        let list = String(decoding: JSONValue.array(names.map { .string($0) }).bytes, as: UTF8.self)
        let draft = "{title: name, url: `https://${name}.example/`, "
        return try await change(
            chromium: "Promise.all(\(list).map(name => new Promise(made => chrome.bookmarks.create("
                + draft + "parentId: \(quoted(folder) ?? "'1'")}, made)))).then(all => "
                + "all.map(made => made.id))",
            firefox: "(async () => { const all = []; for (const name of \(list)) all.push((await "
                + "bookmarks.insert(" + draft
                + "parentGuid: \(quoted(folder) ?? "bookmarks.toolbarGuid")})).guid);"
                + "return all; })()"
        ).strings
    }

    /// Adds a folder to the bar. Returns the browser's id for it.
    package func addFolder(_ title: String) async throws -> String {
        let made = try await change(
            chromium: "new Promise(made => chrome.bookmarks.create({parentId: '1', "
                + "title: \(quoted(title))}, made)).then(made => made.id)",
            firefox: "bookmarks.insert({title: \(quoted(title)), type: bookmarks.TYPE_FOLDER, "
                + "parentGuid: bookmarks.toolbarGuid}).then(made => made.guid)")
        return made.string ?? ""
    }

    package func rename(_ item: String, _ title: String) async throws {
        _ = try await change(
            chromium: "new Promise(done => chrome.bookmarks.update(\(quoted(item)), "
                + "{title: \(quoted(title))}, done))",
            firefox: "bookmarks.update({guid: \(quoted(item)), title: \(quoted(title))})")
    }

    package func move(_ item: String, to folder: String) async throws {
        _ = try await change(
            chromium: "new Promise(done => chrome.bookmarks.move(\(quoted(item)), "
                + "{parentId: \(quoted(folder))}, done))",
            firefox: "bookmarks.update({guid: \(quoted(item)), parentGuid: \(quoted(folder)), "
                + "index: bookmarks.DEFAULT_INDEX})")
    }

    /// Adds a tag to a page, which only Firefox supports.
    package func tag(_ url: String, _ tag: String) async throws {
        _ = try await change(
            chromium: "Promise.reject('Chromium has no tags')",
            firefox: "Promise.resolve(PlacesUtils.tagging.tagURI("
                + "Services.io.newURI(\(quoted(url))), [\(quoted(tag))]))")
    }

    /// Deletes a bookmark, or a folder with all its contents.
    package func delete(_ item: String) async throws {
        _ = try await change(
            chromium: "new Promise(done => chrome.bookmarks.removeTree(\(quoted(item)), done))",
            firefox: "bookmarks.remove(\(quoted(item)))")
    }

    // MARK: Extensions, in Firefox

    /// Installs an unsigned extension permanently, from its file.
    package func install(extension path: String) async throws {
        _ = try await driver.call(
            Command(
                path: "moz/addon/install", name: "Addon:Install",
                parameters: ["path": .string(path), "temporary": false]))
    }

    package func uninstall(extension id: String) async throws {
        _ = try await driver.call(
            Command(
                path: "moz/addon/uninstall", name: "Addon:Uninstall",
                parameters: ["id": .string(id)]))
    }

    // MARK: Scripts

    /// Changes the bookmarks with a promise in the browser, and returns its value when they are
    /// written, which takes Chromium some seconds.
    private func change(chromium: String, firefox: String) async throws -> JSONValue {
        if let driver = driver as? Marionette {
            let script = Self.answering("((bookmarks) => \(firefox))(PlacesUtils.bookmarks)")
            return try Self.value(try await driver.wait(forScriptOfBrowser: script))
        }
        if try await url != Self.manager { try await go(Self.manager) }
        let former = contents(ofFile: bookmarksFile)
        let answer = try Self.value(try await wait(for: Self.answering(chromium)))
        try await awaited { contents(ofFile: bookmarksFile) == former ? nil : () }
        return answer
    }

    private static let manager = "chrome://bookmarks/"

    /// A script that answers with the value of a promise as JSON, or with the error.
    private static func answering(_ promise: String) -> String {
        "const answer = arguments[arguments.length - 1]; \(promise).then("
            + "value => answer({value: JSON.parse(JSON.stringify(value ?? null))}), "
            + "problem => answer({problem: String(problem)}));"
    }

    private static func value(_ answer: JSONValue) throws -> JSONValue {
        if let problem = answer["problem"]?.string { throw Failure(description: problem) }
        return answer["value"] ?? .null
    }

    private func quoted(_ text: String) -> String {
        String(decoding: JSONValue.string(text).bytes, as: UTF8.self)
    }

    private func quoted(_ text: String?) -> String? { text.map { quoted($0) } }
}
