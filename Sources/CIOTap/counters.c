/* The counters of each account.
 *
 * They are added to with relaxed atomics: a sum needs no order. A call on a temporary file adds to its own account
 * and to the role `temporary` alike, so that reading needs the roles only; a rename then moves the difference. */
#include "tap.h"

struct tap_account tap_accounts[TAP_ACCOUNTS];
_Atomic bool tap_is_untimed;

void inktap_leave_out_times(bool on) { atomic_store(&tap_is_untimed, on); }

static const char *const role_names[INKTAP_ROLE_COUNT] = {
  "page", "journal", "database", "wal", "shared-memory", "document", "manifest", "asset", "thumbnail",
  "temporary", "other", "elsewhere",
};

const char *inktap_role_name(unsigned role) { return role < INKTAP_ROLE_COUNT ? role_names[role] : NULL; }

void tap_read_account(unsigned account, struct inktap_counters *counters) {
  uint64_t *to = (uint64_t *)counters;
  for (unsigned field = 0; field < TAP_FIELDS; field++)
    to[field] = atomic_load_explicit(&tap_accounts[account].fields[field], memory_order_relaxed);
}

void inktap_read(struct inktap_counters counters[INKTAP_ROLE_COUNT]) {
  for (unsigned role = 0; role < INKTAP_ROLE_COUNT; role++) tap_read_account(role, &counters[role]);
}

void inktap_read_written(uint64_t bytes[INKTAP_ROLE_COUNT]) {
  for (unsigned role = 0; role < INKTAP_ROLE_COUNT; role++)
    bytes[role] = atomic_load_explicit(&tap_accounts[role].fields[TAP_WRITTEN_BYTES], memory_order_relaxed);
}

void inktap_read_store(struct inktap_counters *counters) {
  uint64_t sums[TAP_FIELDS] = { 0 };
  for (unsigned role = 0; role < INKTAP_ELSEWHERE; role++)
    for (unsigned field = 0; field < TAP_FIELDS; field++)
      sums[field] += atomic_load_explicit(&tap_accounts[role].fields[field], memory_order_relaxed);
  memcpy(counters, sums, sizeof sums);
}

void tap_move(unsigned account, unsigned role) {
  for (unsigned field = 0; field < TAP_FIELDS; field++) {
    uint64_t amount = atomic_exchange_explicit(&tap_accounts[account].fields[field], 0, memory_order_relaxed);
    if (!amount || role == INKTAP_TEMPORARY) continue;
    atomic_fetch_sub_explicit(&tap_accounts[INKTAP_TEMPORARY].fields[field], amount, memory_order_relaxed);
    atomic_fetch_add_explicit(&tap_accounts[role].fields[field], amount, memory_order_relaxed);
  }
}
