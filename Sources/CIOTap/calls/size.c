/* Changing the length of files and setting space aside. */
#include "../tap.h"

static int finish(struct tap_call *call, int result) {
  tap_stop(call);
  tap_count(call, TAP_OTHER_CALLS);
  return result;
}

TAP_EXPORT int ftruncate(int descriptor, off_t length) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_RESIZES);
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->ftruncate(descriptor, length)));
}
TAP_ALIAS(ftruncate64, ftruncate);

TAP_EXPORT int truncate(const char *path, off_t length) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_RESIZES);
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->truncate(path, length)));
}
TAP_ALIAS(truncate64, truncate);

TAP_EXPORT int fallocate(int descriptor, int mode, off_t offset, off_t length) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_RESIZES);
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->fallocate(descriptor, mode, offset, length)));
}
TAP_ALIAS(fallocate64, fallocate);

TAP_EXPORT int posix_fallocate(int descriptor, off_t offset, off_t length) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_RESIZES);
  return finish(&call, TAP_CARRY_OUT(&call, call.error, tap_real()->posix_fallocate(descriptor, offset, length)));
}
TAP_ALIAS(posix_fallocate64, posix_fallocate);
