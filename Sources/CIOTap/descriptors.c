/* Which account each descriptor belongs to.
 *
 * Learned where a descriptor is made: open, dup and their kin. One that came another way (inherited, passed over a
 * socket, opened inside of libc) is looked up in /proc/self/fd at its first use. Every way of closing one forgets
 * it before the number can be given out again. */
#include "tap.h"

_Atomic uint16_t tap_descriptors[TAP_DESCRIPTORS_MAX];
/* One above the highest descriptor that was ever set. */
static _Atomic unsigned tap_descriptors_end;

void tap_set(int descriptor, unsigned account) {
  if ((unsigned)descriptor >= TAP_DESCRIPTORS_MAX) return;
  unsigned end = atomic_load_explicit(&tap_descriptors_end, memory_order_relaxed);
  while (end <= (unsigned)descriptor
         && !atomic_compare_exchange_weak(&tap_descriptors_end, &end, (unsigned)descriptor + 1)) {}
  tap_file_forget(descriptor);
  atomic_store_explicit(&tap_descriptors[descriptor], (uint16_t)(account + 1), memory_order_relaxed);
}

void tap_forget(int descriptor) {
  if ((unsigned)descriptor >= TAP_DESCRIPTORS_MAX) return;
  tap_file_forget(descriptor);
  atomic_store_explicit(&tap_descriptors[descriptor], 0, memory_order_relaxed);
}

void tap_forget_range(unsigned first, unsigned last) {
  unsigned end = atomic_load_explicit(&tap_descriptors_end, memory_order_relaxed);
  for (unsigned descriptor = first; descriptor < end && descriptor <= last; descriptor++) tap_forget((int)descriptor);
}

void tap_copy(int from, int to) {
  if (to < 0) return;
  tap_set(to, tap_account_of(from));
}

void tap_redirect(unsigned from, unsigned to) {
  unsigned end = atomic_load_explicit(&tap_descriptors_end, memory_order_relaxed);
  for (unsigned descriptor = 0; descriptor < end; descriptor++) {
    uint16_t expected = (uint16_t)(from + 1);
    atomic_compare_exchange_strong(&tap_descriptors[descriptor], &expected, (uint16_t)(to + 1));
  }
}

unsigned tap_learn(int descriptor) {
  int saved = errno;
  char buffer[TAP_PATH_MAX];
  unsigned account = INKTAP_ELSEWHERE;
  const char *path = tap_path_of(descriptor, buffer);
  if (path) {
    const struct tap_watch *watch = tap_watched();
    const char *below = watch ? tap_below(watch, path) : NULL;
    if (below) account = tap_account_at(tap_place_below(watch, below));
    else if (strcmp(path, "anon_inode:[eventfd]") == 0) account = TAP_EVENTS;
    tap_set(descriptor, account);
  }
  errno = saved;
  return account;
}
