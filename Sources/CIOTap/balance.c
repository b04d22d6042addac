/* The balance: bytes counted against bytes that the kernel saw.
 *
 * /proc/self/io's `wchar` grows by the result of every write, sendfile and copy_file_range of the process,
 * whoever made it. What the tap counted for all roles and `elsewhere` must be the same, or somebody wrote past
 * it. Event descriptors are left out on both sides: wake-ups come and go with the timing of threads. `wchar`
 * leaves out truncation, mapped writes, splice and io_uring, so those are watched for by other means.
 *
 * The kernel's count lives on through exec; what a process wrote before the tap was loaded is taken off. */
#include "tap.h"

/* Bytes of roles whose counters have been forgotten since. */
static _Atomic uint64_t settled_bytes;
static _Atomic uint64_t baseline_bytes;

static uint64_t counted_bytes(void) {
  uint64_t sum = atomic_load_explicit(&settled_bytes, memory_order_relaxed);
  for (unsigned role = 0; role < INKTAP_ROLE_COUNT; role++)
    sum += atomic_load_explicit(&tap_accounts[role].fields[TAP_WRITTEN_BYTES], memory_order_relaxed);
  return sum;
}

static uint64_t event_bytes(void) {
  return atomic_load_explicit(&tap_accounts[TAP_EVENTS].fields[TAP_WRITTEN_BYTES], memory_order_relaxed);
}

static bool kernel_bytes(uint64_t *bytes) {
  const struct tap_real_functions *real = tap_real();
  int descriptor = real->openat(AT_FDCWD, "/proc/self/io", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  char text[512];
  ssize_t length = real->read(descriptor, text, sizeof text - 1);
  real->close(descriptor);
  if (length <= 0) return false;
  text[length] = 0;
  const char *line = strstr(text, "wchar: ");
  if (!line) return false;
  *bytes = strtoull(line + strlen("wchar: "), NULL, 10);
  return true;
}

void tap_take_balance_baseline(void) {
  uint64_t kernel = 0;
  int saved = errno;
  if (kernel_bytes(&kernel)) atomic_store(&baseline_bytes, kernel - counted_bytes() - event_bytes());
  errno = saved;
}

bool inktap_balance(uint64_t *counted, uint64_t *kernel) {
  uint64_t bytes = 0;
  bool is_known = kernel_bytes(&bytes);
  *counted = counted_bytes();
  *kernel = bytes - atomic_load(&baseline_bytes) - event_bytes();
  return is_known;
}

void tap_forget_accounts(void) {
  for (unsigned account = 0; account < TAP_ACCOUNTS; account++) {
    if (account == TAP_EVENTS) continue;
    for (unsigned field = 0; field < TAP_FIELDS; field++) {
      uint64_t amount = atomic_exchange_explicit(&tap_accounts[account].fields[field], 0, memory_order_relaxed);
      if (field == TAP_WRITTEN_BYTES && account < INKTAP_ROLE_COUNT) atomic_fetch_add(&settled_bytes, amount);
    }
  }
}

void inktap_restore(const struct inktap_counters counters[INKTAP_ROLE_COUNT], uint64_t operations) {
  for (unsigned role = 0; role < INKTAP_ROLE_COUNT; role++) {
    const uint64_t *before = (const uint64_t *)&counters[role];
    for (unsigned field = 0; field < TAP_FIELDS; field++) {
      uint64_t now = atomic_exchange_explicit(&tap_accounts[role].fields[field], before[field], memory_order_relaxed);
      if (field == TAP_WRITTEN_BYTES) atomic_fetch_add(&settled_bytes, now - before[field]);
    }
  }
  atomic_store(&tap_operation_count, operations);
}
