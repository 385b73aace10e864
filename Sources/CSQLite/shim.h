#include <sqlite3.h>
#include <string.h>

/* What Swift cannot say by itself: calls of variadic functions, macros that cast, and structures whose
   first member has to lie at their start. And one function of the C library, so that no other C library is imported. */

/* Switches one of SQLite's SQLITE_DBCONFIG_ flags. */
static inline int csqlite_configure(sqlite3 *database, int flag, int isOn) {
  return sqlite3_db_config(database, flag, isOn, (int *)0);
}

/* Tells SQLite to copy what it is given before the call returns. */
static inline sqlite3_destructor_type csqlite_copy(void) { return SQLITE_TRANSIENT; }

/* Whether a text of a row has these bytes, of which there must be as many. */
static inline int csqlite_equal(const void *text, const void *bytes, int count) {
  return count == 0 || memcmp(text, bytes, count) == 0;
}

/* Leaves the message that SQLite shows when a virtual table fails. */
static inline void csqlite_fail(sqlite3_vtab *table, const char *message) {
  sqlite3_free(table->zErrMsg);
  table->zErrMsg = sqlite3_mprintf("%s", message);
}

/* A virtual table, and the object that answers for it. */
typedef struct csqlite_table {
  sqlite3_vtab base;
  void *object;
} csqlite_table;

/* A cursor over a virtual table, and the object that answers for it. */
typedef struct csqlite_cursor {
  sqlite3_vtab_cursor base;
  void *object;
} csqlite_cursor;
