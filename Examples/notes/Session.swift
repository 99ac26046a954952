import Foundation
import UbiquitousStore

/// The list of notes, and the open note.
@MainActor
final class Session {
    private let folder: URL
    private let query = NSMetadataQuery()
    private var note: Note?
    private var tasks: [Task<Void, Never>] = []

    init(folder: URL) { self.folder = folder }

    /// Finds the notes, prints them, and follows them from then on.
    func start() async {
        query.searchScopes = [NSMetadataQueryUbiquitousDocumentsScope]
        let center = NotificationCenter.default
        let found = center.notifications(named: .NSMetadataQueryDidFinishGathering, object: query)
        let updates = center.notifications(named: .NSMetadataQueryDidUpdate, object: query)
        query.start()
        for await _ in found { break }
        list()
        tasks = [
            Task { [weak self] in
                for await update in updates { self?.sayUpdate(update.userInfo ?? [:]) }
            }
        ]
    }

    /// Performs a command.
    func perform(_ command: String, _ text: String) async {
        switch command {
        case "list": list()
        case "new": await create(text)
        case "open": await open(text)
        case "delete": delete(text)
        case "help": Notes.write(Notes.help)
        default:
            guard let note else { return Notes.write("no note is open: open NAME, or help") }
            await perform(command, text, note)
        }
    }

    private func perform(_ command: String, _ text: String, _ note: Note) async {
        switch command {
        case "show": show()
        case "add": note.change(to: note.text + text + "\n", "adding a line")
        case "undo": note.undoManager.undo()
        case "redo": note.undoManager.redo()
        case "save":
            say(await note.save(to: note.fileURL, for: .forOverwriting), "saved", note)
        case "close": await close()
        case "versions": listVersions(of: note)
        case "show-version", "restore", "resolve": await use(text, command, note)
        default: Notes.write("no command \(command): help")
        }
    }

    /// Saves and sends the open note. Returns whether everything is saved.
    func end() async -> Bool {
        if let note, await !note.close() {
            Notes.write("not saved: \(reason(note))")
            return false
        }
        do { try await UbiquityContainer.standard.sync() } catch {
            Notes.write("saved here, and not sent yet: \(error)")
        }
        return true
    }

    // MARK: The list

    private func list() {
        for case let item as NSMetadataItem in query.results { Notes.write("  " + line(item)) }
        Notes.write("notes: \(query.resultCount)")
    }

    private func line(_ item: NSMetadataItem) -> String {
        let isHere = item.value(forAttribute: NSMetadataUbiquitousItemIsDownloadedKey) as? Bool
        let isSent = item.value(forAttribute: NSMetadataUbiquitousItemIsUploadedKey) as? Bool
        let hasConflicts =
            item.value(forAttribute: NSMetadataUbiquitousItemHasUnresolvedConflictsKey) as? Bool
        let marks = [
            isHere == false ? "in the cloud" : nil, isSent == false ? "not sent" : nil,
            hasConflicts == true ? "in conflict" : nil,
        ].compactMap(\.self)
        let editor = item.value(forAttribute: NSMetadataUbiquitousItemLastEditorKey) as? String
        return ([name(item.url), "from \(editor ?? "-")"] + marks).joined(separator: ", ")
    }

    private func sayUpdate(_ info: [AnyHashable: Any]) {
        for (sign, key) in [
            ("+", NSMetadataQueryUpdateAddedItemsKey), ("~", NSMetadataQueryUpdateChangedItemsKey),
            ("-", NSMetadataQueryUpdateRemovedItemsKey),
        ] {
            for item in info[key] as? [NSMetadataItem] ?? [] {
                Notes.write("\(sign) \(line(item))")
            }
        }
    }

    private func name(_ url: URL) -> String { url.deletingPathExtension().lastPathComponent }

    private func url(_ name: String) -> URL {
        folder.appendingPathComponent(name).appendingPathExtension("note")
    }

    private func delete(_ name: String) {
        do { try UbiquityContainer.standard.removeItem(at: url(name)) } catch {
            Notes.write("\(error)")
        }
    }

    // MARK: The open note

    private func create(_ name: String) async {
        await close()
        let note = Note(fileURL: url(name))
        let isSaved = await note.save(to: note.fileURL, for: .forCreating)
        say(isSaved, "created \(name)", note)
        if isSaved { take(note) }
    }

    private func open(_ name: String) async {
        await close()
        let note = Note(fileURL: url(name))
        guard await note.open() else { return say(false, "", note) }
        take(note)
        show()
    }

    private func take(_ note: Note) {
        self.note = note
        note.onLoad = { [weak self] in self?.show() }
        let states = NotificationCenter.default.notifications(
            named: Document.stateChangedNotification, object: note)
        tasks.append(
            Task { [weak self, weak note] in
                for await _ in states { if let note { self?.sayState(note.documentState) } }
            })
    }

    private func sayState(_ state: Document.State) {
        if state.contains(.closed) { Notes.write("closed") }
        if state.contains(.savingError) { Notes.write("not saved: \(note.map(reason) ?? "")") }
        if state == .inConflict { Notes.write("in conflict: versions, then resolve N") }
        if state == .normal { Notes.write("all is well") }
    }

    private func close() async {
        guard let note else { return }
        // Its state shows that it is closed.
        if await note.close() { self.note = nil } else { say(false, "", note) }
    }

    private func show() {
        guard let note else { return }
        let lines = note.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        for line in lines { Notes.write("| \(line)") }
        Notes.write("\(name(note.fileURL)): lines \(lines.count)")
    }

    private func say(_ isDone: Bool, _ text: String, _ note: Note) {
        Notes.write(isDone ? text : reason(note))
    }

    private func reason(_ note: Note) -> String { note.lastError.map { "\($0)" } ?? "it failed" }

    // MARK: Versions

    private func versions(of note: Note) -> [NSFileVersion] {
        let current = [NSFileVersion.currentVersionOfItem(at: note.fileURL)].compactMap(\.self)
        return current + (NSFileVersion.otherVersionsOfItem(at: note.fileURL) ?? [])
    }

    private func listVersions(of note: Note) {
        for (number, version) in versions(of: note).enumerated() {
            let mark = number == 0 ? "shows" : version.isConflict ? "in conflict" : "former"
            let device = version.localizedNameOfSavingComputer ?? "-"
            Notes.write("version \(number + 1) from \(device), \(version.size) bytes, \(mark)")
        }
    }

    private func use(_ text: String, _ command: String, _ note: Note) async {
        let versions = versions(of: note)
        guard let number = Int(text), versions.indices.contains(number - 1) else {
            return Notes.write("no version \(text): versions")
        }
        let version = versions[number - 1]
        do {
            if command == "show-version" {
                let content = try await version.contents()
                return Notes.write(String(decoding: content, as: UTF8.self))
            }
            // As in Apple's guide: the version replaces the shown one, the document reads it, and
            // the conflict is marked as resolved.
            if number > 1 {
                try version.replaceItem(at: note.fileURL)
                _ = await note.revert(toContentsOf: note.fileURL)
            }
            guard command == "resolve" else { return }
            for version in versions where version.isConflict { version.isResolved = true }
            Notes.write("resolved")
        } catch { Notes.write("\(error)") }
    }
}
