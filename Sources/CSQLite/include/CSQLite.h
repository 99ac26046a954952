// What Swift cannot import from sqlite3.h by itself.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1, which the importer drops: SQLite copies the bytes it is given.
sqlite3_destructor_type csqlite_transient(void);

#endif
