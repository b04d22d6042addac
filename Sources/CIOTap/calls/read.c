/* Reading. A plan halves what goes into one buffer; a list of them is filled whole. */
#include "../tap.h"

static ssize_t finish(struct tap_call *call, ssize_t count) {
  tap_stop(call);
  tap_count(call, TAP_READ_CALLS);
  tap_count_bytes(call->account, TAP_READ_BYTES, count);
  TAP_RECORDED(call, tap_record_moved(call, NULL, 0, count));
  return count;
}

TAP_EXPORT ssize_t read(int descriptor, void *bytes, size_t count) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_READS);
  TAP_RECORD(&call, tap_record_bytes(&call, INKTAP_LOG_READ, descriptor, count, -1, 0));
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->read(descriptor, bytes, tap_share(&call, count))));
}
TAP_ALIAS(__read, read);

TAP_EXPORT ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_READS);
  TAP_RECORD(&call, tap_record_bytes(&call, INKTAP_LOG_READ, descriptor, count, offset, 0));
  size_t share = tap_share(&call, count);
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->pread(descriptor, bytes, share, offset)));
}
TAP_ALIAS(pread64, pread);
TAP_ALIAS(__pread64, pread);

TAP_EXPORT ssize_t readv(int descriptor, const struct iovec *pieces, int count) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_READS);
  TAP_RECORD(&call, tap_record_bytes(&call, INKTAP_LOG_READ, descriptor, tap_bytes_of(pieces, count), -1, 0));
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->readv(descriptor, pieces, count)));
}

TAP_EXPORT ssize_t preadv(int descriptor, const struct iovec *pieces, int count, off_t offset) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_READS);
  TAP_RECORD(&call, tap_record_bytes(&call, INKTAP_LOG_READ, descriptor, tap_bytes_of(pieces, count), offset, 0));
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->preadv(descriptor, pieces, count, offset)));
}
TAP_ALIAS(preadv64, preadv);

TAP_EXPORT ssize_t preadv2(int descriptor, const struct iovec *pieces, int count, off_t offset, int flags) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_READS);
  TAP_RECORD(&call, tap_record_bytes(&call, INKTAP_LOG_READ, descriptor, tap_bytes_of(pieces, count), offset, flags));
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->preadv2(descriptor, pieces, count, offset, flags)));
}
TAP_ALIAS(preadv64v2, preadv2);

/* The checked forms end a process that would overrun its buffer. */
TAP_EXPORT ssize_t __read_chk(int descriptor, void *bytes, size_t count, size_t capacity) {
  if (count > capacity) abort();
  return read(descriptor, bytes, count);
}

TAP_EXPORT ssize_t __pread_chk(int descriptor, void *bytes, size_t count, off_t offset, size_t capacity) {
  if (count > capacity) abort();
  return pread(descriptor, bytes, count, offset);
}
TAP_ALIAS(__pread64_chk, __pread_chk);
