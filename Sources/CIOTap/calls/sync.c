/* Waiting for the disk. A directory is synced like a file: the call counts for the role of its path, which is
 * `other` unless a rule says something else. `sync` writes back everything, so it counts for the store. */
#include "../tap.h"

static int finish(struct tap_call *call, int result) {
  tap_stop(call);
  tap_count(call, TAP_SYNC_CALLS);
  return result;
}

TAP_EXPORT int fsync(int descriptor) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), TAP_CHANGES);
  return finish(&call, tap_real()->fsync(descriptor));
}

TAP_EXPORT int fdatasync(int descriptor) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), TAP_CHANGES);
  return finish(&call, tap_real()->fdatasync(descriptor));
}

TAP_EXPORT int sync_file_range(int descriptor, off64_t offset, off64_t count, unsigned flags) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), TAP_CHANGES);
  return finish(&call, tap_real()->sync_file_range(descriptor, offset, count, flags));
}

TAP_EXPORT int syncfs(int descriptor) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), TAP_CHANGES);
  return finish(&call, tap_real()->syncfs(descriptor));
}

TAP_EXPORT void sync(void) {
  struct tap_call call = tap_begin(tap_watched() ? INKTAP_OTHER : INKTAP_ELSEWHERE, TAP_CHANGES);
  tap_real()->sync();
  finish(&call, 0);
}
