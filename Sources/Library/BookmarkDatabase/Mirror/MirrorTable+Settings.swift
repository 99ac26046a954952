public import ReplicaFile
public import Replication
import SQLite

// The settings of the property list: the device's copy of the preferences, available before their
// store is open.

extension MirrorTable {
    /// Returns the settings that the file should have.
    public static func settings(
        _ replica: ReplicaFile
    ) throws -> [String: PropertyListValue] {
        try replica.withDatabase { try settings("settings", in: $0) }
    }

    /// Changes the settings. The file is behind until it is written.
    public static func setSettings(
        _ settings: [String: PropertyListValue], _ replica: ReplicaFile
    ) throws {
        let bytes = PropertyListValue.dictionary(settings).encoded()
        _ = try replica.withDatabase { database in
            try database.run("UPDATE mirror_state SET settings = ?", .blob(bytes))
        }
    }

    /// Returns the settings that were last written to the file.
    public static func writtenSettings(
        _ replica: ReplicaFile
    ) throws -> [String: PropertyListValue] {
        try replica.withDatabase { try settings("written_settings", in: $0) }
    }

    static func settings(
        _ column: String, in database: Database
    ) throws -> [String: PropertyListValue] {
        let bytes = try database.first("SELECT \(column) FROM mirror_state") { $0.blob(0) }
        return try bytes.flatMap { try PropertyListValue(encoded: $0).dictionary } ?? [:]
    }
}
