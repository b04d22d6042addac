/* Waiting for the disk. A directory is synced like a file: the call counts for the role of its path, which is
 * `other` unless a rule says something else. `sync` writes back everything, so it counts for the store.
 *
 * Syncs can be left out: counted and numbered as ever, but answered at once. Where only the process will end and the
 * kernel goes on, they make no difference to what is left, and trials by the hundred need not wait for the disk. */
#include "../tap.h"

static _Atomic bool are_left_out;

void inktap_leave_out_syncs(bool on) { atomic_store(&are_left_out, on); }

static bool is_left_out(const struct tap_call *call) {
  return TAP_UNLIKELY(atomic_load_explicit(&are_left_out, memory_order_relaxed)) && call->account != INKTAP_ELSEWHERE;
}

/* Carries a sync out, unless it is left out or fails. */
#define TAP_SYNC(call, real_call) TAP_CARRY_OUT(call, -1, is_left_out(call) ? 0 : (real_call))

static int finish(struct tap_call *call, int result) {
  tap_stop(call);
  tap_count(call, TAP_SYNC_CALLS);
  TAP_RECORDED(call, tap_record_done(call, result));
  return result;
}

TAP_EXPORT int fsync(int descriptor) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_SYNCS);
  TAP_RECORD(&call, tap_record_on(&call, INKTAP_LOG_SYNC, descriptor, 0, 0, 0));
  return finish(&call, TAP_SYNC(&call, tap_real()->fsync(descriptor)));
}

TAP_EXPORT int fdatasync(int descriptor) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_SYNCS);
  TAP_RECORD(&call, tap_record_on(&call, INKTAP_LOG_SYNC_DATA, descriptor, 0, 0, 0));
  return finish(&call, TAP_SYNC(&call, tap_real()->fdatasync(descriptor)));
}

TAP_EXPORT int sync_file_range(int descriptor, off64_t offset, off64_t count, unsigned flags) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_SYNCS);
  TAP_RECORD(&call, tap_record_on(&call, INKTAP_LOG_SYNC_RANGE, descriptor, offset, count, (int)flags));
  return finish(&call, TAP_SYNC(&call, tap_real()->sync_file_range(descriptor, offset, count, flags)));
}

TAP_EXPORT int syncfs(int descriptor) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_SYNCS);
  TAP_RECORD(&call, tap_record_on(&call, INKTAP_LOG_SYNC_ALL, descriptor, 0, 0, 0));
  return finish(&call, TAP_SYNC(&call, tap_real()->syncfs(descriptor)));
}

TAP_EXPORT void sync(void) {
  struct tap_call call = tap_begin(tap_watched() ? INKTAP_OTHER : INKTAP_ELSEWHERE, INKTAP_SYNCS);
  TAP_RECORD(&call, tap_record_on(&call, INKTAP_LOG_SYNC_ALL, -1, 0, 0, 0));
  if (call.fate != TAP_FAILS && !is_left_out(&call)) tap_real()->sync();
  finish(&call, 0);
}
