extension BookmarksController {
    /// Takes in an edit that a person made in the property list.
    ///
    /// Returns a sentence for the person when it cannot be taken in; the bookmark stays as it is then.
    public func apply(_ edit: HandEdit) throws -> String? {
        switch edit {
        case .add(let id, let draft, let added):
            try add(draft, id: id, added: added)
        case .edit(let id, let original, let draft):
            // It may have been deleted elsewhere meanwhile; an edit beats a deletion it did not see.
            if try isLive(id: id) {
                try self.edit(id: id, from: original, to: draft)
            } else {
                try add(draft, id: id, added: nil)
            }
        case .delete(let id):
            if try isLive(id: id) { try delete(ids: [id]) }
        case .refuse(let index, let reason):
            return "Entry \(index + 1) of the property list was not taken in: \(reason)"
        }
        return nil
    }
}
