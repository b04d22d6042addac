/* What the tap costs: the same writes through it and past it, timed. */
#include "tap.h"

#include <sys/syscall.h>

/* A buffer on the stack, so that no length can run past it. */
#define COST_BYTES_MAX 4096

bool inktap_time_writes(int descriptor, size_t bytes, unsigned calls, bool tapped, uint64_t *nanoseconds) {
  char buffer[COST_BYTES_MAX] = {0};
  if (bytes > sizeof buffer) return false;
  long (*bare)(long, ...) = tap_real()->syscall;
  uint64_t start = tap_now();
  for (unsigned call = 0; call < calls; call++) {
    ssize_t written = tapped ? write(descriptor, buffer, bytes) : bare(SYS_write, descriptor, buffer, bytes);
    if (written != (ssize_t)bytes) return false;
  }
  *nanoseconds = tap_now() - start;
  return true;
}
