import CSQLite
import Glibc

/// A failure of SQLite, with its meaning for a person.
public struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error, as far as a program can react to it.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case busy, full, readOnly, moved, corrupt, cannotOpen, constraint, ioError
            case notADatabase, other
        }
        private var value: Value

        /// Another connection held its lock longer than the busy time-out.
        public static let busy = Code(value: .busy)
        /// The disk or the quota is full, or the database has reached its page limit.
        public static let full = Code(value: .full)
        public static let readOnly = Code(value: .readOnly)
        /// The file was removed, moved or replaced while it was open.
        public static let moved = Code(value: .moved)
        /// The file is a database that was damaged.
        public static let corrupt = Code(value: .corrupt)
        public static let cannotOpen = Code(value: .cannotOpen)
        public static let constraint = Code(value: .constraint)
        public static let ioError = Code(value: .ioError)
        /// The file is not a database.
        public static let notADatabase = Code(value: .notADatabase)
        /// Another error, mostly a mistake in the SQL.
        public static let other = Code(value: .other)

        public var description: String { value.rawValue }

        /// SQLITE_READONLY_DBMOVED, a macro that Swift cannot import.
        static let movedResult = SQLITE_READONLY | 4 << 8
        /// SQLITE_IOERR_DELETE_NOENT: the log beside the file was removed.
        static let nothingToDelete = SQLITE_IOERR | 23 << 8

        init(_ result: Int32) {
            if result == Self.movedResult || result == Self.nothingToDelete {
                self = .moved
                return
            }
            switch result & 0xff {
            case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
            case SQLITE_FULL: self = .full
            case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
            case SQLITE_CORRUPT: self = .corrupt
            case SQLITE_CANTOPEN: self = .cannotOpen
            case SQLITE_CONSTRAINT: self = .constraint
            case SQLITE_IOERR: self = .ioError
            case SQLITE_NOTADB: self = .notADatabase
            default: self = .other
            }
        }

        private init(value: Value) { self.value = value }
    }

    public var code: Code
    /// SQLite's extended result code.
    public var extendedCode: Int32
    /// SQLite's own message.
    public var message: String
    /// The database file.
    public var path: String
    /// The failed statement, if any.
    public var sql: String?
    /// Whether a COMMIT failed. Together with ``Code/ioError``, this means that the transaction may
    /// or may not survive a crash.
    public var isCommit = false
    /// The system's error number, as in errno.h; 0 if there is none, or SQLite does not provide it.
    public var systemError: Int32 = 0

    /// Makes the error of a file that was removed or replaced while it was open.
    public static func moved(_ path: String) -> SQLiteError {
        SQLiteError(
            code: .moved, extendedCode: Code.movedResult,
            message: "The file is no longer at its path", path: path)
    }

    /// Whether the disk or the quota is full. SQLite reports only some of these failures as full:
    /// the index beside the log, and files that cannot be created, fail in other ways.
    public var lacksRoom: Bool {
        switch code {
        case .full: true
        case .ioError where extendedCode == SQLITE_IOERR | 19 << 8: true  // SQLITE_IOERR_SHMSIZE
        case .ioError, .cannotOpen: systemError == ENOSPC || systemError == EDQUOT
        default: false
        }
    }

    /// Whether a killed program left something to roll back or to recover from the log, which this
    /// way of opening the file does not allow: SQLITE_READONLY_ROLLBACK, _RECOVERY, _CANTINIT.
    var isOfUnfinishedWrite: Bool {
        [3, 1, 5].contains { extendedCode == SQLITE_READONLY | $0 << 8 }
    }

    /// Whether a table or a column of the program is missing: a part of the file is lost.
    public var lacksPart: Bool {
        code == .other
            && ["no such table: ", "no such column: "].contains(where: message.hasPrefix)
    }

    /// The failure, the likely reason, and what to do.
    public var description: String {
        switch code {
        case .busy:
            "\(path) is in use: another program kept it locked for too long. Try again."
        case _ where lacksRoom:
            "There is no space to write \(path): the disk or the quota is full. "
                + "Free some space and try again."
        case .readOnly:
            "\(path) cannot be written: the file, its folder or the disk is read-only. "
                + "Check the permissions."
        case .moved:
            "\(path) was removed or replaced while it was open, so nothing in it is kept. Quit, "
                + "and open Cloudy again."
        case _ where code == .corrupt || lacksPart:
            "\(path) is damaged (\(message)). Move it away, with the -wal and -shm files beside "
                + "it: cloudy sync then fills a new one. If something is still missing, it may "
                + "be in a backup: cloudy restore --from latest --dry-run shows it."
        case .cannotOpen:
            "\(path) cannot be opened (\(message)). Check that its folder exists and is writable."
        case .ioError:
            "Reading or writing \(path) failed (\(message), \(extendedCode)). "
                + "The disk may be failing or gone; check it and try again."
        case .notADatabase:
            "\(path) is not a database. Move it away: cloudy sync then fills a new one. If "
                + "something is still missing, it may be in a backup: cloudy restore --from "
                + "latest --dry-run shows it."
        default:
            "\(path): \(message)" + (sql.map { " in: \($0)" } ?? "")
        }
    }
}

extension SQLiteError {
    /// Whether a table cannot be used, although the rest of the database may be: it was damaged, or
    /// a program has changed or dropped it.
    public var isDamageOfATable: Bool {
        switch code {
        case .corrupt, .constraint: true
        // The generic error of SQLite: there is no such table or column.
        case .other: extendedCode & 0xff == 1
        default: false
        }
    }
}
