import DeviceStore
import Documents
import Foundation

// The work of a document's operations. They run one at a time.

extension Document {
    func performOpening() async -> Bool {
        if isOpen { return true }
        documentState = [.closed, .progressAvailable]
        do {
            let place = try ItemPlace(fileURL)
            let loaded = try await LoadedContent.load(place, in: place.container.current())
            try replaceContent(with: loaded)
            documentState = loaded.isInConflict ? .inConflict : .normal
            followVersions()
            return true
        } catch {
            documentState = .closed
            return failed(error)
        }
    }

    func performReverting(to url: URL) async -> Bool {
        do {
            guard isOpen, let container, url == fileURL else {
                throw UbiquityError(
                    .unsupported,
                    "“\(localizedName)” is not reverted: only an open document can be, to the "
                        + "contents of its own URL.")
            }
            try replaceContent(with: try await LoadedContent.load(ItemPlace(url), in: container))
            lastError = nil
            return true
        } catch { return failed(error) }
    }

    func performClosing() -> Bool {
        tasks.autosave = nil
        tasks.presenter = nil
        container = nil
        documentState = .closed
        return true
    }

    func performSaving(
        to url: URL, for operation: SaveOperation, byItself: Bool
    ) async -> Bool {
        do {
            let place = try ItemPlace(url)
            guard let data = try contents(forType: fileType ?? "") as? Data else {
                throw UbiquityError(
                    .unsupported,
                    "“\(place.name)” was not saved: contents(forType:) must return Data.")
            }
            let token = changeCountToken(for: operation)
            let isHere = isOpen && url == fileURL
            let open = try (isHere ? container : nil) ?? place.container.current()
            let saved = try await place.save(
                data, in: open,
                from: operation == .forCreating
                    ? .nothing : (isHere ? shown : nil).map { .content($0.content) } ?? .head,
                replacing: byItself ? autosaved : nil)
            shown = saved.head
            autosaved = byItself ? saved.head : nil
            moved(to: url)
            updateChangeCount(withToken: token, for: operation)
            let isNew = container !== open || !isOpen
            container = open
            documentState = saved.isInConflict ? .inConflict : .normal
            lastError = nil
            if isNew { followVersions() }
            return true
        } catch {
            if isOpen { documentState.insert(.savingError) }
            return failed(error)
        }
    }

    /// Replaces the document's current content with a loaded one.
    private func replaceContent(with loaded: LoadedContent) throws {
        let isFollowing = isOpen
        if isFollowing {
            documentState.insert(.editingDisabled)
            disableEditing()
        }
        defer {
            if isFollowing {
                documentState.remove(.editingDisabled)
                enableEditing()
            }
        }
        try load(fromContents: loaded.content, ofType: fileType)
        container = loaded.container
        shown = loaded.document.head
        autosaved = nil
        changes = ChangeCount()
        tasks.autosave = nil
        undoManager.removeAllActions()
        lastError = nil
        if isFollowing { noteConflict(loaded.isInConflict) }
    }

    private func noteConflict(_ isInConflict: Bool) {
        if isInConflict {
            documentState.insert(.inConflict)
        } else {
            documentState.remove(.inConflict)
        }
    }

    // MARK: Versions of others

    /// Follows the versions that others save, until the document is closed or gone.
    func followVersions() {
        guard let rings = container?.documents.device.rings() else { return }
        tasks.presenter = Task { [weak self] in
            await Self.follow { await self?.refresh() }
            for await _ in rings { await Self.follow { await self?.refresh() } }
        }
    }

    /// Repeats a refresh that has to wait for a content.
    private static func follow(_ refresh: () async -> Bool?) async {
        var pause = 0.1
        while await refresh() == false {
            guard (try? await Task.sleep(for: .seconds(pause))) != nil else { return }
            pause = min(pause * 2, 10)
        }
    }

    /// Loads the version that others saved. Returns `false` if the caller should try again.
    private func refresh() async -> Bool {
        guard isOpen, let container, let place = try? ItemPlace(fileURL),
            let seen = try? await place.read(in: container)
        else { return true }
        var loaded: LoadedContent?
        if let document = seen.document, document.head.content != shown?.content,
            !hasUnsavedChanges
        {
            documentState.insert(.progressAvailable)
            loaded = try? await LoadedContent.load(place, in: container)
            if isOpen { documentState.remove(.progressAvailable) }
        }
        return await inTurn { await self.showIfCurrent(loaded, place, container) }
    }

    /// Shows the loaded content, if the document still has that version, and keeps unsaved changes.
    /// Returns `false` if the caller should try again.
    private func showIfCurrent(
        _ loaded: LoadedContent?, _ place: ItemPlace, _ container: OpenContainer
    ) async -> Bool {
        guard isOpen, self.container === container, place.url == fileURL,
            let seen = try? await place.read(in: container)
        else { return true }
        guard let document = seen.document else {
            // The next save creates the document again.
            if !hasUnsavedChanges { _ = performClosing() }
            return true
        }
        if document.head.content == shown?.content {
            shown = document.head
            noteConflict(document.isInConflict)
            return true
        }
        if hasUnsavedChanges {
            noteConflict(true)
            return true
        }
        guard let loaded, loaded.document.head == document.head else { return false }
        do { try replaceContent(with: loaded) } catch {
            // The next save keeps both versions.
            _ = failed(error)
            noteConflict(true)
        }
        return true
    }
}
