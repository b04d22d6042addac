/* The numbers of changing calls, and the end of the process at one of them.
 *
 * Every call that may change the store (an open that may create or truncate, writes, truncations, names, syncs) gets
 * the next number before it is carried out, whether it will succeed or not. The same program on the same store
 * gives the same numbers, so one number names one moment between two changes. Ending the process there, by a
 * signal that no handler sees, is what a crash of the app looks like from the disk. */
#include "tap.h"

#include <signal.h>

_Atomic uint64_t tap_operation_count;
_Atomic uint64_t tap_armed_operation = UINT64_MAX;
static _Atomic bool is_cutting;

uint64_t inktap_operations(void) { return atomic_load_explicit(&tap_operation_count, memory_order_relaxed); }

void inktap_end_at(uint64_t operation, bool cutting) {
  atomic_store(&is_cutting, cutting);
  /* A number that has been given out already never comes again; this takes care of 0 too. */
  bool is_ahead = operation > inktap_operations();
  atomic_store(&tap_armed_operation, is_ahead ? operation : UINT64_MAX);
}

_Noreturn void tap_end_process(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

bool tap_reached(uint64_t number, bool can_be_cut) {
  /* Another thread is ending the process: nothing that comes after may be carried out. */
  if (number > atomic_load(&tap_armed_operation)) for (;;) pause();
  if (can_be_cut && atomic_load(&is_cutting)) return true;
  tap_end_process();
}
