// The parts of sqlite3.h that Swift cannot import by itself.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1, which the importer drops: SQLite copies the bytes it is given.
sqlite3_destructor_type csqlite_transient(void);

// Keeps the last connection that closes from copying the write-ahead log into the database:
// sqlite3_db_config is variadic, and Swift calls no such function.
void csqlite_leave_wal_on_close(sqlite3 *connection);

// Keeps SQLite from counting its memory, for which every allocation would take a lock. Has an effect
// only before the first connection.
void csqlite_leave_memory_uncounted(void);

#endif
