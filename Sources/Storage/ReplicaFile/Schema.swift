enum Schema {
    // `base` is NULL if the cloud's record is the same as ours, so that a sent record is stored
    // once. `dirty` is 0, 1 for a live record or 2 for a tombstone: tombstones are sent first.
    // `perhaps_sent` is NULL if there are none, as in nearly all rows; otherwise an array of
    // records.
    // `pending_marks` is an array of numbers and nonces in turn.
    // `held` has the keys whose deletion waits for a person.
    // `process` is 0 for changes that came from the cloud.
    static let create = """
        CREATE TABLE meta(
            id INTEGER PRIMARY KEY CHECK (id = 0),
            actor INTEGER NOT NULL, device TEXT NOT NULL, counter INTEGER NOT NULL,
            clock INTEGER NOT NULL, clock_counter INTEGER NOT NULL,
            confirmed_mark INTEGER, confirmed_nonce INTEGER, pending_marks BLOB NOT NULL,
            certain_counter INTEGER NOT NULL, sent_counter INTEGER NOT NULL,
            cloud_clock_offset INTEGER NOT NULL,
            epoch TEXT, past_incarnations INTEGER NOT NULL, head INTEGER NOT NULL,
            cursor INTEGER, last_sync INTEGER,
            is_offline INTEGER NOT NULL, is_quota_exceeded INTEGER NOT NULL,
            held_deletions INTEGER, held_total INTEGER, held_answer INTEGER NOT NULL,
            policies BLOB NOT NULL, held_own INTEGER, held_there INTEGER,
            run_count INTEGER, run_start INTEGER, run_began INTEGER
        );
        CREATE TABLE revision(
            id INTEGER PRIMARY KEY CHECK (id = 0), local INTEGER NOT NULL
        );
        INSERT INTO revision VALUES(0, 0);
        CREATE TABLE entries(
            key TEXT PRIMARY KEY NOT NULL, record BLOB NOT NULL,
            base BLOB, base_revision INTEGER NOT NULL, perhaps_sent BLOB,
            dirty INTEGER NOT NULL, live INTEGER NOT NULL,
            local_revision INTEGER NOT NULL, process INTEGER NOT NULL,
            device TEXT, is_initial INTEGER NOT NULL
        );
        CREATE INDEX entries_dirty ON entries(dirty) WHERE dirty > 0;
        CREATE INDEX entries_live ON entries(key) WHERE live = 1;
        CREATE INDEX entries_revision ON entries(local_revision);
        CREATE TABLE held(key TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
        CREATE TABLE derived(name TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL);
        PRAGMA user_version = 5;
        """

    // A version that does not know this table leaves it alone, so the format number stays. Edits by
    // that version make the marks older than the replica, as in one restored from a backup, and the
    // marks are worth no more than in that case.
    /// Adds the table of the clouds used before, once there are any.
    static let addLeftClouds = """
        CREATE TABLE IF NOT EXISTS left_clouds(
            position INTEGER PRIMARY KEY NOT NULL, epoch TEXT NOT NULL, actor INTEGER NOT NULL,
            confirmed_mark INTEGER, confirmed_nonce INTEGER, pending_marks BLOB NOT NULL,
            sent_counter INTEGER NOT NULL
        );
        """

    // A version that does not know this table leaves it alone, like the table above: the marks of
    // that version are missing then.
    /// Adds the table of the replica's own marks, once there is one.
    static let addOwnMarks = """
        CREATE TABLE IF NOT EXISTS own_marks(
            position INTEGER PRIMARY KEY NOT NULL, number INTEGER NOT NULL, nonce INTEGER NOT NULL
        );
        """

    // The local revision before the run of deletions that began at a cursor. The format number
    // stays for the same reason: a run that an older version began starts at another cursor.
    /// Adds the table of the beginning of a run, once there is one.
    static let addDeletionRun = """
        CREATE TABLE IF NOT EXISTS deletion_run(
            id INTEGER PRIMARY KEY CHECK (id = 0), start INTEGER NOT NULL, since INTEGER NOT NULL
        );
        """

    /// Adds the table of the usage. Versions that do not know it leave it alone: see
    /// `ReplicaTransaction.liveUsage()`.
    static let addUsage = """
        CREATE TABLE IF NOT EXISTS usage(
            id INTEGER PRIMARY KEY CHECK (id = 0), keys INTEGER NOT NULL, bytes INTEGER NOT NULL,
            revision INTEGER NOT NULL
        );
        """

    // A version that does not know these tables leaves them alone, and does not apply edits to
    // them: the snapshot then lacks the edits made with that version.
    /// Adds the tables of the snapshots from before joining a server: see ``JoinSnapshot``.
    static let addJoinSnapshots = """
        CREATE TABLE IF NOT EXISTS join_snapshots(
            slot INTEGER PRIMARY KEY NOT NULL, server TEXT NOT NULL, made INTEGER NOT NULL,
            joining INTEGER, epoch TEXT, is_leaving INTEGER NOT NULL, was_offline INTEGER NOT NULL
        );
        CREATE TABLE IF NOT EXISTS join_entries(
            slot INTEGER NOT NULL, key TEXT NOT NULL, record BLOB NOT NULL, base BLOB,
            base_revision INTEGER NOT NULL, perhaps_sent BLOB, is_new INTEGER NOT NULL,
            is_edited INTEGER NOT NULL, PRIMARY KEY(slot, key)
        ) WITHOUT ROWID;
        """

    /// Adds the table of removed keys, which open lists must learn of.
    static let addForgotten = """
        CREATE TABLE IF NOT EXISTS forgotten(
            key TEXT PRIMARY KEY NOT NULL, local_revision INTEGER NOT NULL
        ) WITHOUT ROWID;
        """

    // The format number stays here, too: the table is read only while deletions wait, and then it
    // was written with them.
    /// Adds the table with the number of held deletions that are only missing records, once there
    /// are any.
    static let addHeldMissing = """
        CREATE TABLE IF NOT EXISTS held_missing(
            id INTEGER PRIMARY KEY CHECK (id = 0), count INTEGER NOT NULL
        );
        """

    /// Migrates a file from format 2 to format 3.
    static let migrateFrom2 = """
        ALTER TABLE meta RENAME COLUMN accepts_deletions TO held_answer;
        ALTER TABLE meta ADD COLUMN held_keys BLOB;
        ALTER TABLE meta ADD COLUMN held_own INTEGER;
        ALTER TABLE meta ADD COLUMN held_there INTEGER;
        PRAGMA user_version = 3;
        """

    /// Migrates a file from format 3 to format 4.
    static let migrateFrom3 = """
        ALTER TABLE meta ADD COLUMN run_count INTEGER;
        ALTER TABLE meta ADD COLUMN run_start INTEGER;
        ALTER TABLE meta ADD COLUMN run_began INTEGER;
        PRAGMA user_version = 4;
        """

    /// Migrates a file from format 4 to format 5. Format 4 stored only the first thousand held
    /// keys, in a column. The next listing, with which any sync begins, stores all of them.
    static let migrateFrom4 = """
        ALTER TABLE meta DROP COLUMN held_keys;
        CREATE TABLE held(key TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
        PRAGMA user_version = 5;
        """
}
