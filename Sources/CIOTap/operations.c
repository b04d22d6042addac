/* The numbers of changing calls, and the end of the process at one of them.
 *
 * Every call that may change the store (an open that may create or truncate, writes, truncations, names, syncs) gets
 * the next number before it is carried out, whether it will succeed or not. The same program on the same store
 * gives the same numbers, so one number names one moment between two changes. Ending the process there, by a
 * signal that no handler sees, is what a crash of the app looks like from the disk. */
#include "tap.h"

#include <signal.h>

_Atomic uint64_t tap_operation_count;
/* From this number on calls are looked at: that of the end, or 0 while a plan is in force or a log is written. */
_Atomic uint64_t tap_armed_operation = UINT64_MAX;
static _Atomic uint64_t end_operation = UINT64_MAX;
static _Atomic bool is_cutting, is_planned, is_recording;

static void arm(void) {
  bool sees_all = atomic_load(&is_planned) || atomic_load(&is_recording);
  atomic_store(&tap_armed_operation, sees_all ? 0 : atomic_load(&end_operation));
}

void tap_arm(bool planned) {
  atomic_store(&is_planned, planned);
  arm();
}

void tap_arm_recording(bool recording) {
  atomic_store(&is_recording, recording);
  arm();
}

uint64_t inktap_operations(void) { return atomic_load_explicit(&tap_operation_count, memory_order_relaxed); }

void inktap_end_at(uint64_t operation, bool cutting) {
  atomic_store(&is_cutting, cutting);
  /* A number that has been given out already never comes again; this takes care of 0 too. */
  bool is_ahead = operation > inktap_operations();
  atomic_store(&end_operation, is_ahead ? operation : UINT64_MAX);
  arm();
}

_Noreturn void tap_end_process(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

void tap_reached(struct tap_call *call, enum inktap_kind kind, uint64_t number) {
  uint64_t end = atomic_load(&end_operation);
  /* Another thread is ending the process: nothing that comes after may be carried out. */
  if (number > end) for (;;) pause();
  call->is_recorded = atomic_load_explicit(&is_recording, memory_order_acquire);
  call->number = number;
  if (number < end) {
    if (atomic_load(&is_planned)) tap_apply_plan(call, kind);
    return;
  }
  if (kind != INKTAP_WRITES || !atomic_load(&is_cutting)) tap_end_process();
  call->fate = TAP_IS_CUT;
}
