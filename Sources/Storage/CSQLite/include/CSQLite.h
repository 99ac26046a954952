// The parts of sqlite3.h that Swift cannot import.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// SQLITE_TRANSIENT, which makes SQLite copy the bytes it gets, is a cast of -1, which Swift cannot
// import.
sqlite3_destructor_type csqlite_transient(void);

// Prevents the last connection that closes from copying the write-ahead log into the database.
// sqlite3_db_config is variadic, so Swift cannot call it.
void csqlite_leave_wal_on_close(sqlite3 *connection);

// Prevents SQLite from counting its memory, which would take a lock for every allocation. Call it
// before the first connection.
void csqlite_leave_memory_uncounted(void);

#endif
