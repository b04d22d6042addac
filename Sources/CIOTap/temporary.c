/* Temporary files, and what becomes of them.
 *
 * A file that is created under a name without a role, or under one that a rule calls temporary, gets an account of
 * its own. When a rename or link gives it a name with a role, all that was counted for it moves there, and its
 * open descriptors follow. What is never renamed stays `temporary`. A file that was not created here, and has no
 * role, is `other`. A rename from one role to another moves nothing: those bytes were written for the first.
 *
 * Accounts are found by the digest of the name, in a list whose lowest free place is taken first, so that a
 * search is as short as the number of files alive. */
#include "tap.h"

static _Atomic uint64_t keys[TAP_TEMPORARIES_MAX];
static _Atomic unsigned keys_end;
static _Atomic uint64_t nameless_count;

unsigned tap_temporary_find(uint64_t key) {
  unsigned end = atomic_load_explicit(&keys_end, memory_order_acquire);
  for (unsigned index = 0; index < end; index++)
    if (atomic_load_explicit(&keys[index], memory_order_relaxed) == key) return TAP_FIRST_TEMPORARY + index;
  return 0;
}

unsigned tap_temporary_claim(uint64_t key, const char *path) {
  for (unsigned index = 0; index < TAP_TEMPORARIES_MAX; index++) {
    uint64_t expected = 0;
    if (!atomic_compare_exchange_strong(&keys[index], &expected, key)) continue;
    tap_move(TAP_FIRST_TEMPORARY + index, INKTAP_TEMPORARY);
    unsigned end = atomic_load(&keys_end);
    while (end <= index && !atomic_compare_exchange_weak(&keys_end, &end, index + 1)) {}
    return TAP_FIRST_TEMPORARY + index;
  }
  tap_note_bypass(INKTAP_TOO_MANY_TEMPORARIES, path);
  return INKTAP_TEMPORARY;
}

/* A file made by O_TMPFILE has no name until it is linked. */
uint64_t tap_temporary_nameless_key(void) { return (UINT64_MAX << 32) | (uint32_t)atomic_fetch_add(&nameless_count, 1); }

void tap_temporary_settle_account(unsigned account, unsigned role) {
  if (account < TAP_FIRST_TEMPORARY) return;
  tap_redirect(account, role);
  tap_move(account, role);
  atomic_store_explicit(&keys[account - TAP_FIRST_TEMPORARY], 0, memory_order_release);
}

void tap_temporary_settle(uint64_t key, unsigned role) {
  /* Two threads may have claimed the same name. */
  for (unsigned account; key && (account = tap_temporary_find(key));) tap_temporary_settle_account(account, role);
}

void tap_temporary_rename(uint64_t from, uint64_t to) {
  if (from == to) return;
  tap_temporary_settle(to, INKTAP_TEMPORARY);
  for (unsigned account; from && (account = tap_temporary_find(from));)
    atomic_store_explicit(&keys[account - TAP_FIRST_TEMPORARY], to, memory_order_relaxed);
}

void tap_temporary_forget_all(void) {
  for (unsigned index = 0; index < TAP_TEMPORARIES_MAX; index++) atomic_store(&keys[index], 0);
  atomic_store(&keys_end, 0);
}

unsigned tap_opened(int descriptor, const char *path, struct tap_place place, bool creates, bool nameless) {
  if (!place.is_inside) {
    /* Its last part may be a symbolic link into the store: the first use will tell. */
    tap_forget(descriptor);
    return INKTAP_ELSEWHERE;
  }
  unsigned account = place.role;
  if (nameless) {
    account = tap_temporary_claim(tap_temporary_nameless_key(), path);
  } else if (place.key) {
    account = tap_account_at(place);
    if (creates && account < TAP_FIRST_TEMPORARY) account = tap_temporary_claim(place.key, path);
  }
  tap_set(descriptor, account);
  return account;
}
