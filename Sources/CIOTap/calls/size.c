/* Changing the length of files and setting space aside. */
#include "../tap.h"

static int finish(struct tap_call *call, int result) {
  tap_stop(call);
  tap_count(call, TAP_OTHER_CALLS);
  TAP_RECORDED(call, tap_record_done(call, result));
  return result;
}

TAP_EXPORT int ftruncate(int descriptor, off_t length) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_RESIZES);
  TAP_RECORD(&call, tap_record_on(&call, INKTAP_LOG_TRUNCATE, descriptor, length, 0, 0));
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->ftruncate(descriptor, length)));
}
TAP_ALIAS(ftruncate64, ftruncate);

TAP_EXPORT int truncate(const char *path, off_t length) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_RESIZES);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_TRUNCATE, AT_FDCWD, path, length, 0, 0));
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->truncate(path, length)));
}
TAP_ALIAS(truncate64, truncate);

TAP_EXPORT int fallocate(int descriptor, int mode, off_t offset, off_t length) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_RESIZES);
  TAP_RECORD(&call, tap_record_on(&call, INKTAP_LOG_ALLOCATE, descriptor, offset, length, mode));
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->fallocate(descriptor, mode, offset, length)));
}
TAP_ALIAS(fallocate64, fallocate);

/* Answers the error itself. */
TAP_EXPORT int posix_fallocate(int descriptor, off_t offset, off_t length) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_RESIZES);
  TAP_RECORD(&call, tap_record_on(&call, INKTAP_LOG_ALLOCATE, descriptor, offset, length, 0));
  int error = TAP_CARRY_OUT(&call, call.error, tap_real()->posix_fallocate(descriptor, offset, length));
  tap_stop(&call);
  tap_count(&call, TAP_OTHER_CALLS);
  TAP_RECORDED(&call, tap_record_answered(&call, error));
  return error;
}
TAP_ALIAS(posix_fallocate64, posix_fallocate);
