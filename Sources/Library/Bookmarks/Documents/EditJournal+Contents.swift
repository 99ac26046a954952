public import Documents
import Replication

extension EditJournal {
    /// Returns the contents of documents that kept steps refer to: undo and redo need them.
    public func namedContents() throws -> Set<ChunkName> { try contents { _ in true } }

    /// Returns the contents that a document shows before or after one of the kept steps.
    public func shownContents() throws -> Set<ChunkName> {
        try contents { $0 == Document.headField }
    }

    private func contents(inFields isMeant: (String) -> Bool) throws -> Set<ChunkName> {
        var named: Set<ChunkName> = []
        for step in try steps() {
            for index in 0..<step.pieces {
                guard let piece = try piece(index, of: step.number) else { continue }
                for trace in try EditTrace.decode(piece)
                where trace.id.hasPrefix(Document.keyPrefix) {
                    guard case .edited(let changes) = trace.what else { continue }
                    for change in changes where isMeant(change.field) {
                        for value in [change.before, change.after].compactMap(\.self) {
                            let texts = value.strings + [value.string].compactMap(\.self)
                            named.formUnion(texts.compactMap { DocumentVersion($0)?.content })
                        }
                    }
                }
            }
        }
        return named
    }

    /// Returns the number of a kept step's changes that are about documents; `nil` if the step's
    /// traces are gone.
    func documents(in step: KeptStep) throws -> Int? {
        var count = 0
        for index in 0..<step.pieces {
            guard let piece = try piece(index, of: step.number) else { return nil }
            count += try EditTrace.decode(piece).count { $0.isDocument }
        }
        return count
    }
}
