/* Writing. The one family that the process can be ended in the middle of: with half of the bytes written. */
#include "../tap.h"

static ssize_t finish(struct tap_call *call, const struct iovec *pieces, int count, ssize_t written) {
  tap_stop(call);
  tap_count(call, TAP_WRITE_CALLS);
  tap_count_bytes(call->account, TAP_WRITTEN_BYTES, written);
  TAP_RECORDED(call, tap_record_moved(call, pieces, count, written));
  return written;
}

/* The same for bytes that lie in one piece. */
static ssize_t finish_plain(struct tap_call *call, const void *bytes, ssize_t written) {
  struct iovec piece = { .iov_base = (void *)bytes, .iov_len = written > 0 ? (size_t)written : 0 };
  return finish(call, &piece, 1, written);
}

TAP_EXPORT ssize_t write(int descriptor, const void *bytes, size_t count) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_WRITES);
  TAP_RECORD(&call, tap_record_bytes(&call, INKTAP_LOG_WRITE, descriptor, count, -1, 0));
  size_t share = tap_share(&call, count);
  return finish_plain(&call, bytes, TAP_CARRY_OUT(&call, -1, tap_real()->write(descriptor, bytes, share)));
}
TAP_ALIAS(__write, write);

TAP_EXPORT ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_WRITES);
  TAP_RECORD(&call, tap_record_bytes(&call, INKTAP_LOG_WRITE, descriptor, count, offset, 0));
  size_t share = tap_share(&call, count);
  return finish_plain(&call, bytes, TAP_CARRY_OUT(&call, -1, tap_real()->pwrite(descriptor, bytes, share, offset)));
}
TAP_ALIAS(pwrite64, pwrite);
TAP_ALIAS(__pwrite64, pwrite);

/* Writes the share of a list of pieces, by the call that all of its kind come down to; offset -1 is the place where
 * the descriptor stands. */
static ssize_t write_share(const struct tap_call *call, int descriptor, const struct iovec *pieces, int count,
                           off_t offset, int flags) {
  if (count < 0 || count > IOV_MAX) {
    errno = EINVAL;
    return -1;
  }
  size_t rest = 0;
  for (int index = 0; index < count; index++) rest += pieces[index].iov_len;
  rest = tap_share(call, rest);
  struct iovec share[IOV_MAX];
  int length = 0;
  for (int index = 0; index < count && rest; index++) {
    share[length] = pieces[index];
    if (share[length].iov_len > rest) share[length].iov_len = rest;
    rest -= share[length++].iov_len;
  }
  return tap_real()->pwritev2(descriptor, share, length, offset, flags);
}

/* A whole list goes out by the call that it came in by. */
#define TAP_WRITE_PIECES(real_call, descriptor, pieces, count, offset, flags) \
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_WRITES); \
  TAP_RECORD(&call, tap_record_bytes(&call, INKTAP_LOG_WRITE, descriptor, tap_bytes_of(pieces, count), offset, flags)); \
  if (TAP_UNLIKELY(call.fate > TAP_FAILS)) \
    return finish(&call, pieces, count, write_share(&call, descriptor, pieces, count, offset, flags)); \
  return finish(&call, pieces, count, TAP_CARRY_OUT(&call, -1, real_call))

TAP_EXPORT ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
  TAP_WRITE_PIECES(tap_real()->writev(descriptor, pieces, count), descriptor, pieces, count, -1, 0);
}

TAP_EXPORT ssize_t pwritev2(int descriptor, const struct iovec *pieces, int count, off_t offset, int flags) {
  TAP_WRITE_PIECES(tap_real()->pwritev2(descriptor, pieces, count, offset, flags), descriptor, pieces, count, offset,
                   flags);
}
TAP_ALIAS(pwritev64v2, pwritev2);

TAP_EXPORT ssize_t pwritev(int descriptor, const struct iovec *pieces, int count, off_t offset) {
  TAP_WRITE_PIECES(tap_real()->pwritev(descriptor, pieces, count, offset), descriptor, pieces, count, offset, 0);
}
TAP_ALIAS(pwritev64, pwritev);

/* A wake-up of a run loop: eight bytes in the kernel's count, and none of a file. */
TAP_EXPORT int eventfd_write(int descriptor, eventfd_t value) {
  int result = tap_real()->eventfd_write(descriptor, value);
  if (result == 0) tap_add(TAP_EVENTS, TAP_WRITTEN_BYTES, sizeof value);
  return result;
}
