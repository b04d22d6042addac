/* Copying inside of the kernel. The target is charged with the call, its bytes and its time; the source with the
 * bytes that were read. */
#include "../tap.h"

#include <linux/fs.h>

static ssize_t finish(struct tap_call *call, int source, ssize_t count) {
  tap_stop(call);
  tap_count(call, TAP_WRITE_CALLS);
  tap_count_bytes(call->account, TAP_WRITTEN_BYTES, count);
  tap_count_bytes(tap_account_of(source), TAP_READ_BYTES, count);
  TAP_RECORDED(call, tap_record_copied(call, source, count));
  return count;
}

TAP_EXPORT ssize_t sendfile(int target, int source, off_t *offset, size_t count) {
  struct tap_call call = tap_begin(tap_account_of(target), INKTAP_WRITES);
  TAP_RECORD(&call, tap_record_copy(&call, target, NULL, source, offset, count, 0));
  size_t share = tap_share(&call, count);
  return finish(&call, source, TAP_CARRY_OUT(&call, -1, tap_real()->sendfile(target, source, offset, share)));
}
TAP_ALIAS(sendfile64, sendfile);

TAP_EXPORT ssize_t copy_file_range(int source, off64_t *source_offset, int target, off64_t *target_offset,
                                   size_t count, unsigned flags) {
  struct tap_call call = tap_begin(tap_account_of(target), INKTAP_WRITES);
  TAP_RECORD(&call, tap_record_copy(&call, target, target_offset, source, source_offset, count, (int)flags));
  size_t share = tap_share(&call, count);
  return finish(&call, source,
                TAP_CARRY_OUT(&call, -1, tap_real()->copy_file_range(source, source_offset, target, target_offset,
                                                                     share, flags)));
}

/* Not in the kernel's count, so the balance could not vouch for it. */
TAP_EXPORT ssize_t splice(int source, off64_t *source_offset, int target, off64_t *target_offset, size_t count,
                          unsigned flags) {
  if (tap_is_in_store(tap_account_of(target))) tap_note_bypass_of(INKTAP_SPLICE, target);
  return tap_real()->splice(source, source_offset, target, target_offset, count, flags);
}

static void record_clone(struct tap_call *call, int descriptor, unsigned long request, const void *argument) {
  const struct file_clone_range *range = request == FICLONERANGE ? argument : NULL;
  int source = range ? (int)range->src_fd : (int)(intptr_t)argument;
  off_t offset = range ? (off_t)range->dest_offset : 0, size = range ? (off_t)range->src_length : 0;
  tap_record_on(call, INKTAP_LOG_CLONE, descriptor, offset, size, 0);
  uint32_t flags = 0;
  if (call->entry) call->entry->target = tap_file_of(source, &flags);
}

/* A clone shares the blocks of its source: a change without bytes. */
TAP_EXPORT int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (request != FICLONE && request != FICLONERANGE) return tap_real()->ioctl(descriptor, request, argument);
  struct tap_call call = tap_begin(tap_account_of(descriptor), INKTAP_RESIZES);
  TAP_RECORD(&call, record_clone(&call, descriptor, request, argument));
  int result = TAP_CARRY_OUT(&call, -1, tap_real()->ioctl(descriptor, request, argument));
  tap_stop(&call);
  tap_count(&call, TAP_OTHER_CALLS);
  TAP_RECORDED(&call, tap_record_done(&call, result));
  return result;
}
