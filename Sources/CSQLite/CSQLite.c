#include "CSQLite.h"

sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }
