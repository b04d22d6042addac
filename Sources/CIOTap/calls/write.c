/* Writing. The one family that the process can be ended in the middle of: with half of the bytes written. */
#include "../tap.h"

static ssize_t finish(struct tap_call *call, ssize_t written) {
  tap_stop(call);
  tap_count(call, TAP_WRITE_CALLS);
  tap_count_bytes(call->account, TAP_WRITTEN_BYTES, written);
  return written;
}

TAP_EXPORT ssize_t write(int descriptor, const void *bytes, size_t count) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), TAP_WRITES);
  if (TAP_UNLIKELY(call.is_cut)) {
    if (count >= 2) tap_real()->write(descriptor, bytes, count / 2);
    tap_end_process();
  }
  return finish(&call, tap_real()->write(descriptor, bytes, count));
}

TAP_EXPORT ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), TAP_WRITES);
  if (TAP_UNLIKELY(call.is_cut)) {
    if (count >= 2) tap_real()->pwrite(descriptor, bytes, count / 2, offset);
    tap_end_process();
  }
  return finish(&call, tap_real()->pwrite(descriptor, bytes, count, offset));
}
TAP_ALIAS(pwrite64, pwrite);

/* The first half of a list of pieces. */
static int halve(const struct iovec *pieces, int count, struct iovec half[IOV_MAX]) {
  if (count < 0 || count > IOV_MAX) return 0;
  size_t rest = 0;
  for (int index = 0; index < count; index++) rest += pieces[index].iov_len;
  rest /= 2;
  int length = 0;
  for (int index = 0; index < count && rest; index++) {
    half[length] = pieces[index];
    if (half[length].iov_len > rest) half[length].iov_len = rest;
    rest -= half[length++].iov_len;
  }
  return length;
}

TAP_EXPORT ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), TAP_WRITES);
  if (TAP_UNLIKELY(call.is_cut)) {
    struct iovec half[IOV_MAX];
    int length = halve(pieces, count, half);
    if (length) tap_real()->writev(descriptor, half, length);
    tap_end_process();
  }
  return finish(&call, tap_real()->writev(descriptor, pieces, count));
}

TAP_EXPORT ssize_t pwritev2(int descriptor, const struct iovec *pieces, int count, off_t offset, int flags) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), TAP_WRITES);
  if (TAP_UNLIKELY(call.is_cut)) {
    struct iovec half[IOV_MAX];
    int length = halve(pieces, count, half);
    if (length) tap_real()->pwritev2(descriptor, half, length, offset, flags);
    tap_end_process();
  }
  return finish(&call, tap_real()->pwritev2(descriptor, pieces, count, offset, flags));
}
TAP_ALIAS(pwritev64v2, pwritev2);

TAP_EXPORT ssize_t pwritev(int descriptor, const struct iovec *pieces, int count, off_t offset) {
  struct tap_call call = tap_begin(tap_account_of(descriptor), TAP_WRITES);
  if (TAP_UNLIKELY(call.is_cut)) {
    struct iovec half[IOV_MAX];
    int length = halve(pieces, count, half);
    if (length) tap_real()->pwritev(descriptor, half, length, offset);
    tap_end_process();
  }
  return finish(&call, tap_real()->pwritev(descriptor, pieces, count, offset));
}
TAP_ALIAS(pwritev64, pwritev);

/* A wake-up of a run loop: eight bytes in the kernel's count, and none of a file. */
TAP_EXPORT int eventfd_write(int descriptor, eventfd_t value) {
  int result = tap_real()->eventfd_write(descriptor, value);
  if (result == 0) tap_add(TAP_EVENTS, TAP_WRITTEN_BYTES, sizeof value);
  return result;
}
