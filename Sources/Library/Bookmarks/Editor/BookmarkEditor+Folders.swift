extension BookmarkEditor {
    @discardableResult
    func rename(folder: String, to new: String) throws -> (what: String, ids: [String])? {
        let old = FolderPath.normalized(folder)
        let new = FolderPath.normalized(new)
        let isSame = FolderPath.isSame(old, new)
        guard isSame || new.isEmpty || !FolderPath.isWithin(new, old) else {
            throw LabelError.folderInItself(old)
        }
        let isThere = try !isSame && !new.isEmpty && !storedPaths(within: new).isEmpty
        let verb =
            isThere
            ? "Merged"
            : FolderPath.isSame(FolderPath.parent(old), FolderPath.parent(new))
                ? "Renamed" : "Moved"
        let place = new.isEmpty ? "to the top" : "\(isThere ? "into" : "to") “\(new)”"
        return try move(old, to: new, title: "\(verb) the folder “\(old)” \(place)")
    }

    @discardableResult
    func delete(folder: String) throws -> (what: String, ids: [String])? {
        let old = FolderPath.normalized(folder)
        return try move(old, to: nil, title: "Removed the folder “\(old)”")
    }

    /// - Parameter new: the new path; `nil` for the parent folder, as each bookmark spells it.
    private func move(
        _ old: String, to new: String?, title: String
    ) throws -> (what: String, ids: [String])? {
        let paths = old.isEmpty ? [] : try storedPaths(within: old)
        if paths.isEmpty { throw LabelError.noFolder(folderName(old)) }
        return try edit(catalog.ids(inFolders: paths)) { draft in
            let path = FolderPath.normalized(draft.folder)
            // The bookmark may have been moved elsewhere since the catalog was read.
            guard FolderPath.isWithin(path, old) else { return }
            let names = path.split(separator: "/")
            let depth = FolderPath.names(old).count
            let above = new ?? names.prefix(depth - 1).joined(separator: "/")
            let below = names.dropFirst(depth).joined(separator: "/")
            draft.folder = FolderPath.joined(above, below)
        } title: { _ in
            title
        }
    }

    private func folderName(_ path: String) -> String { path.isEmpty ? "“”" : path }

    /// Returns the stored paths of a folder and of the folders below it.
    private func storedPaths(within folder: String) throws -> [String] {
        let outer = FolderPath.Key(folder)
        return try catalog.folders(withArchived: true).keys.filter {
            FolderPath.Key(FolderPath.normalized($0)).isWithin(outer)
        }.sorted()
    }
}
