#include <sqlite3.h>

/* sqlite3_db_config is variadic, which Swift can't call. */
static inline int inkbench_sqlite_db_config_flag(sqlite3 *database, int option, int on) {
  return sqlite3_db_config(database, option, on, (int *)0);
}
