public import Bookmarks
public import ReplicaFile
import SQLite
import Synchronization

/// The journal of a replica whose derived tables include ``EditStepTable``.
public final class EditJournalTable: EditJournal {
    private let replica: ReplicaFile
    private let problem = Mutex<String?>(nil)

    /// The maximum length of a kept title.
    private static let maximumTitle = 300

    private let maximumSteps: Int
    private let maximumBytes: Int64

    /// - Parameters:
    ///   - maximumSteps: the maximum number of steps to keep.
    ///   - maximumBytes: the maximum size of one step, and of all steps before it.
    public init(
        replica: ReplicaFile, maximumSteps: Int = EditStepTable.maximumSteps,
        maximumBytes: Int64 = EditStepTable.maximumBytes
    ) {
        self.replica = replica
        self.maximumSteps = maximumSteps
        self.maximumBytes = maximumBytes
    }

    func add(
        _ pieces: [TracePiece], to number: Int64?, _ head: StepHead, in database: Database
    ) throws -> Int64? {
        try toleratingDamage(database) {
            let number = try step(number, head, in: database)
            var place = try Self.pieces(of: number, in: database)
            for piece in pieces {
                try database.run(
                    "INSERT INTO edit_changes VALUES(?, ?)",
                    .integer(EditStepTable.firstPiece(of: number) + place), .blob(piece.bytes))
                place += 1
            }
            let bytes = pieces.reduce(0) { $0 + $1.bytes.count }
            try database.run(
                """
                UPDATE edit_steps SET changes = changes + ?, pieces = ?, bytes = bytes + ?,
                    title = ?, missing = ?
                WHERE number = ?
                """, .integer(Int64(pieces.reduce(0) { $0 + $1.count })), .integer(place),
                .integer(Int64(bytes)), .text(String(head.title.prefix(Self.maximumTitle))),
                .integer(Int64(head.missing)), .integer(number))
            try EditStepTable.prune(
                database, beside: number, steps: maximumSteps, bytes: maximumBytes)
            if try Self.pieces(of: number, in: database) == 0 {
                self.problem.withLock {
                    $0 = "“\(head.title)” changed too much for undo to keep."
                }
                return nil
            }
            return number
        } ?? nil
    }

    /// Returns the number of a step that can be extended: the requested one, or a new one.
    private func step(
        _ number: Int64?, _ head: StepHead, in database: Database
    ) throws -> Int64 {
        if let number {
            let isDone = try database.first(
                "SELECT undone = 0 FROM edit_steps WHERE number = ?", .integer(number)
            ) { $0.integer(0) == 1 }
            if isDone == true { return number }
        }
        // Computed from all steps before some are dropped: otherwise, a writer that extends a
        // dropped step could find another step under its number.
        let latest = try database.first(Self.latest) { $0.integer(0) }
        let next = max(0, min(latest ?? 0, EditStepTable.maximumNumber)) + 1
        if next > EditStepTable.maximumNumber {
            try EditStepTable.empty(database)
            sayDropped()
            return try step(nil, head, in: database)
        }
        let redo = try database.query(
            "SELECT number FROM edit_steps WHERE undone > 0 AND undone_by = ?",
            .text(head.session.rawValue)
        ) { $0.integer(0) }
        for step in redo { try EditStepTable.remove(step, in: database) }
        try database.run(
            """
            INSERT INTO edit_steps(
                number, title, made, session, changes, pieces, bytes, undone, undone_by)
            VALUES(?, ?, ?, ?, 0, 0, 0, 0, '')
            """, .integer(next), .text(String(head.title.prefix(Self.maximumTitle))),
            .real(head.made), .text(head.session.rawValue))
        return next
    }

    /// Numbers of steps and places of undone steps are one sequence: a step made after an undo has
    /// a higher number than the place of the undone step.
    private static let latest = "SELECT max(max(number), max(undone)) FROM edit_steps"

    private static func pieces(of number: Int64, in database: Database) throws -> Int64 {
        try database.first(
            "SELECT pieces FROM edit_steps WHERE number = ?", .integer(number)
        ) { $0.integer(0) } ?? 0
    }

    public func steps() throws -> [KeptStep] {
        try reading { database in
            try database.query(
                """
                SELECT number, title, made, session, changes, pieces, undone, undone_by, missing
                FROM edit_steps ORDER BY number
                """
            ) { row in
                let (place, missing) = (row.integer(6), row.integer(8))
                let part =
                    missing == 0
                    ? ""
                    : missing > 0
                        ? " (only \(grouped(Int(row.integer(4)))) of \(grouped(Int(missing))))"
                        : place == 0
                            ? " (partly undone)" : " (partly redone)"
                return KeptStep(
                    number: row.integer(0), title: row.text(1) + part, made: row.real(2),
                    session: EditSession(rawValue: row.text(3)),
                    changes: Int(row.integer(4)),
                    // A corrupt row could have more pieces than there are numbers for.
                    pieces: Int(min(max(0, row.integer(5)), 1 << 20)),
                    undone: place == 0
                        ? nil
                        : KeptStep.Undone(
                            session: EditSession(rawValue: row.text(7)), place: place),
                    isPart: missing != 0)
            }
        } ?? []
    }

    public func piece(_ index: Int, of number: Int64) throws -> [UInt8]? {
        try reading { database in
            try database.first(
                "SELECT changes FROM edit_changes WHERE number = ?",
                .integer(EditStepTable.firstPiece(of: number) + Int64(index))
            ) { $0.blob(0) }
        } ?? nil
    }

    func setUndone(
        _ step: KeptStep, by session: EditSession?, in database: Database
    ) throws -> Bool {
        try toleratingDamage(database) {
            guard let session else {
                return try database.run(
                    """
                    UPDATE edit_steps SET undone = 0, undone_by = '', missing = 0
                    WHERE number = ? AND undone > 0
                    """, .integer(step.number)) > 0
            }
            return try database.run(
                """
                UPDATE edit_steps SET undone_by = ?, missing = 0,
                    undone = (\(Self.latest)) + 1
                WHERE number = ? AND undone = 0 AND pieces = ?
                """, .text(session.rawValue), .integer(step.number), SQLiteValue(step.pieces)) > 0
        } ?? true
    }

    func setPartlyUndone(
        _ number: Int64, isUndo: Bool, in database: Database
    ) throws -> Bool {
        try toleratingDamage(database) {
            try database.run(
                "UPDATE edit_steps SET missing = -1 WHERE number = ? AND (undone = 0) = ?",
                .integer(number), SQLiteValue(isUndo)) > 0
        } ?? true
    }

    public func forget(_ number: Int64) throws {
        _ = try writing { database in
            try database.transaction { try EditStepTable.remove(number, in: database) }
        }
    }

    public func finish(_ number: Int64) throws {
        _ = try writing { database in
            try database.run(
                "UPDATE edit_steps SET missing = 0 WHERE number = ? AND missing > 0",
                .integer(number))
        }
    }

    public func rewritePieces(_ body: ([UInt8]) throws -> [UInt8]?) throws {
        _ = try writing { database in
            try database.transaction {
                let numbers = try database.query("SELECT number FROM edit_changes") {
                    $0.integer(0)
                }
                for number in numbers {
                    let old = try database.first(
                        "SELECT changes FROM edit_changes WHERE number = ?", .integer(number)
                    ) { $0.blob(0) }
                    guard let new = try old.flatMap(body) else { continue }
                    try database.run(
                        "UPDATE edit_changes SET changes = ? WHERE number = ?", .blob(new),
                        .integer(number))
                }
            }
        }
    }

    public func rename(_ session: EditSession, to other: EditSession) throws {
        _ = try writing { database in
            try database.run(
                "UPDATE edit_steps SET session = ? WHERE session = ?", .text(other.rawValue),
                .text(session.rawValue))
        }
    }

    public func drop() throws {
        try replica.withDatabase { database in
            _ = try? database.transaction { try EditStepTable.empty(database) }
        }
        sayDropped()
    }

    public func takeProblem() -> String? {
        problem.withLock { problem in
            defer { problem = nil }
            return problem
        }
    }

    // MARK: Damage

    /// Runs `body` in a transaction that must succeed even if the table is damaged; returns `nil`
    /// in that case.
    private func toleratingDamage<R>(_ database: Database, _ body: () throws -> R) throws -> R? {
        let value = try BookmarkDatabase.toleratingDamage(
            database, empty: EditStepTable.empty, body)
        if value == nil { sayDropped() }
        return value
    }

    /// Reads outside a transaction; if the table is damaged, empties it and returns `nil`.
    private func reading<R: Sendable>(_ body: (Database) throws -> R) throws -> R? {
        try dropping { try replica.withReader(body) }
    }

    /// Writes outside a transaction of the replica; returns `nil` if the table is damaged.
    private func writing<R: Sendable>(_ body: (Database) throws -> R) throws -> R? {
        try dropping { try replica.withDatabase(body) }
    }

    private func dropping<R>(_ body: () throws -> R) throws -> R? {
        do {
            return try body()
        } catch let error as SQLiteError where error.isDamageOfATable {
            try drop()
            return nil
        }
    }

    private func sayDropped() {
        problem.withLock {
            $0 = "The undo data was damaged and is discarded; the bookmarks are safe."
        }
    }
}
