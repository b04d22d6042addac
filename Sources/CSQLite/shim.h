#include <sqlite3.h>

/* sqlite3_db_config is variadic, which Swift can't call. */
static inline int inkbench_sqlite_db_config_flag(sqlite3 *database, int option, int on) {
  return sqlite3_db_config(database, option, on, (int *)0);
}

/* sqlite3_test_control is variadic too. From here on random numbers follow from a seed other than 0. */
static inline int inkbench_sqlite_seed_randomness(int seed) {
  return sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, seed, (sqlite3 *)0);
}
