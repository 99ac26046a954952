public import Documents
public import ReplicaFile
import Replication
import SQLite

extension Document {
    /// A hash of everything that the search uses of a document. It is small enough to add up the
    /// marks of a million documents.
    public var mark: Int64 {
        var hash = FNV1a()
        let texts = [
            id, bookmark, kind.rawValue, name, mediaType, source, head.content.description,
        ]
        for text in texts {
            hash.combine(text)
            hash.combine(0xff)
        }
        return Int64(hash.value >> 24)
    }
}

extension DocumentTable {
    /// Returns a text that changes whenever a document is added, removed or changed.
    public static func stamp(in replica: ReplicaFile) throws -> String {
        try replica.withReader { database in
            try database.first(
                "SELECT count(*), coalesce(sum(mark), 0) FROM documents WHERE deleted = 0"
            ) { "\($0.integer(0)) \($0.integer(1))" } ?? ""
        }
    }

    /// Returns the mark and the shown content of each document that is not deleted, by its id.
    public static func marks(
        in replica: ReplicaFile
    ) throws -> [String: (mark: Int64, content: ChunkName)] {
        try replica.withReader { database in
            var marks: [String: (mark: Int64, content: ChunkName)] = [:]
            try database.forEach(
                "SELECT id, mark, content FROM documents WHERE deleted = 0"
            ) { row in
                guard let content = ChunkName(row.text(2)) else { return }
                marks[row.text(0)] = (mark: row.integer(1), content: content)
            }
            return marks
        }
    }

    /// Returns the bookmarks with a document.
    public static func bookmarks(in replica: ReplicaFile) throws -> Set<String> {
        try replica.withReader { database in
            Set(
                try database.query(
                    "SELECT DISTINCT bookmark FROM documents WHERE deleted = 0"
                ) { $0.text(0) })
        }
    }

    /// Returns the bookmarks with a document of a kind.
    public static func bookmarks(
        with kind: Document.Kind, in replica: ReplicaFile
    ) throws -> Set<String> {
        try replica.withReader { database in
            Set(
                try database.query(
                    "SELECT DISTINCT bookmark FROM documents WHERE kind = ? AND deleted = 0",
                    .text(kind.rawValue)
                ) { $0.text(0) })
        }
    }

    /// Returns the ids of the documents with this name, in the order of their bookmarks. If no
    /// document has exactly this name, the case of letters does not matter.
    public static func ids(named name: String, in replica: ReplicaFile) throws -> [String] {
        let all = try replica.withReader { database in
            try database.query(
                "SELECT id, name FROM documents WHERE deleted = 0 ORDER BY bookmark, id"
            ) { (id: $0.text(0), name: $0.text(1)) }
        }
        let exact = all.filter { $0.name == name }
        let wanted = name.lowercased()
        return (exact.isEmpty ? all.filter { $0.name.lowercased() == wanted } : exact).map(\.id)
    }

    /// Returns the number of documents of a kind that are not deleted.
    public static func count(of kind: Document.Kind, in replica: ReplicaFile) throws -> Int {
        try replica.withReader { database in
            try database.first(
                "SELECT count(*) FROM documents WHERE kind = ? AND deleted = 0",
                .text(kind.rawValue)
            ) { Int($0.integer(0)) } ?? 0
        }
    }

    /// Returns the bookmarks with a document whose name and media type `isWanted` accepts.
    public static func bookmarks(
        in replica: ReplicaFile, where isWanted: (_ name: String, _ mediaType: String) -> Bool
    ) throws -> Set<String> {
        try replica.withReader { database in
            var found: Set<String> = []
            try database.forEach(
                "SELECT bookmark, name, type FROM documents WHERE deleted = 0"
            ) { row in
                if isWanted(row.text(1), row.text(2)) { found.insert(row.text(0)) }
            }
            return found
        }
    }

    /// Returns the bookmarks with a document whose shown content `isWanted` accepts.
    public static func bookmarks(
        in replica: ReplicaFile, showing isWanted: (ChunkName) -> Bool
    ) throws -> Set<String> {
        try replica.withReader { database in
            var found: Set<String> = []
            try database.forEach(
                "SELECT bookmark, content FROM documents WHERE deleted = 0"
            ) { row in
                let bookmark = row.text(0)
                guard !found.contains(bookmark), let content = ChunkName(row.text(1)) else {
                    return
                }
                if isWanted(content) { found.insert(bookmark) }
            }
            return found
        }
    }

    /// Returns the bookmarks with a document of which any version has one of these contents.
    public static func bookmarks(
        in replica: ReplicaFile, naming contents: Set<ChunkName>
    ) throws -> Set<String> {
        try replica.withReader { database in
            var found: Set<String> = []
            try database.forEach(
                """
                SELECT bookmark, document_versions.content
                FROM document_versions JOIN documents USING(id) WHERE deleted = 0
                """
            ) { row in
                if let content = ChunkName(row.text(1)), contents.contains(content) {
                    found.insert(row.text(0))
                }
            }
            return found
        }
    }
}
