import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Browsers
import Interchange
import KeyValueStore

extension ListSession {
    /// Takes in bookmarks from elsewhere, and tells what there is to take.
    func performImport(_ effect: Effect) {
        switch effect {
        case .lookForBrowsers: lookForBrowsers()
        case .listFolder(let folder): list(folder)
        case .importFrom(let source, let name): importAll(source, name)
        case .stopImport: importTask?.cancel()
        default: break
        }
    }

    func lookForBrowsers() {
        Task.detached { [mailbox] in
            let found = BrowserProfile.ofThisPerson().map {
                FoundBrowser(browser: $0.browser, profile: $0.name, path: $0.path)
            }
            mailbox.post(.event(.browsers(found)))
        }
    }

    private func list(_ folder: String) {
        Task.detached { [mailbox] in
            let names = FolderContent.names(in: NamedImport(folder).path)
            mailbox.post(.event(.folderListed(folder, names)))
        }
    }

    private func importAll(_ source: String, _ name: String) {
        let run = ImportRun(source: source, name: name, mailbox: mailbox)
        importTask = Task.detached { [home, mirror, mailbox, session = controller.session] in
            // The controller of the list belongs to its thread; this one edits for the same list.
            let end = await run.run(in: home) {
                home.makeController(mirror: mirror, session: session)
            }
            mailbox.post(.imported(end))
        }
    }

    /// Tells the result of an import, of which everything shows.
    func finishImport(_ end: ImportEnd) {
        importEnd = nil
        importTask = nil
        noteNextUndo()
        send(.imported(end))
        if let problem = controller.takeUndoProblem() { send(.message(.warning, problem)) }
        if let sync = try? knownSyncState() { send(.sync(sync)) }
        if editTask == nil { keepPromises(after: end.step ?? 0 != 0) }
    }

    /// Whether bookmarks come in from elsewhere at this moment.
    var isStoringImport: Bool {
        if case .storing = state.imports.progress { importTask != nil } else { false }
    }

    /// Ends an import with the list. Bookmarks imported until then stay, as one step.
    func endImport() {
        guard let importTask else { return }
        importTask.cancel()
        // Reading may take longer than anybody waits, and keeps nothing.
        guard isStoringImport else { return }
        _ = try? waitFor { await importTask.value }
    }
}
