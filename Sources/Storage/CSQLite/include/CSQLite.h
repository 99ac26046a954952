// The parts of sqlite3.h that Swift cannot import.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// Returns SQLITE_TRANSIENT, which makes SQLite copy the bytes. Swift cannot import it, because it
// is a cast of -1.
sqlite3_destructor_type csqlite_transient(void);

// Prevents the last connection that closes from copying the write-ahead log into the database.
// sqlite3_db_config is variadic, so Swift cannot call it.
void csqlite_leave_wal_on_close(sqlite3 *connection);

// Stops SQLite from counting its memory, which takes a lock for every allocation. Call it before
// you open the first connection.
void csqlite_leave_memory_uncounted(void);

#endif
