/* Copying and closing descriptors. They change no file and are not counted; the table has to follow them.
 *
 * A plan may let `close` fail. The descriptor is given back all the same, as Linux does whatever it answers. */
#include "../tap.h"

TAP_EXPORT int dup(int descriptor) {
  int copy = tap_real()->dup(descriptor);
  tap_copy(descriptor, copy);
  return copy;
}

TAP_EXPORT int dup2(int descriptor, int target) {
  int copy = tap_real()->dup2(descriptor, target);
  tap_copy(descriptor, copy);
  return copy;
}
TAP_ALIAS(__dup2, dup2);

TAP_EXPORT int dup3(int descriptor, int target, int flags) {
  int copy = tap_real()->dup3(descriptor, target, flags);
  tap_copy(descriptor, copy);
  return copy;
}

TAP_EXPORT int fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  int result = tap_real()->fcntl(descriptor, command, argument);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) tap_copy(descriptor, result);
  if (command == F_SETFL) tap_file_forget(descriptor);
  return result;
}
TAP_ALIAS(fcntl64, fcntl);
TAP_ALIAS(__fcntl, fcntl);

/* Forgotten first: once the call returns, another thread may have been given the number. */
TAP_EXPORT int close(int descriptor) {
  struct tap_call call = tap_decide(tap_known_account_of(descriptor), INKTAP_CLOSES, false);
  TAP_RECORD(&call, tap_record_on(&call, INKTAP_LOG_CLOSE, descriptor, 0, 0, 0));
  tap_forget(descriptor);
  int closed = tap_real()->close(descriptor);
  TAP_RECORDED(&call, call.nanoseconds = tap_now() - call.start_nanoseconds);
  int result = TAP_CARRY_OUT(&call, -1, closed);
  TAP_RECORDED(&call, tap_record_done(&call, result));
  return result;
}
TAP_ALIAS(__close, close);

TAP_EXPORT int close_range(unsigned first, unsigned last, int flags) {
  if (!(flags & CLOSE_RANGE_CLOEXEC)) tap_forget_range(first, last);
  return tap_real()->close_range(first, last, flags);
}

TAP_EXPORT void closefrom(int first) {
  tap_forget_range(first < 0 ? 0 : (unsigned)first, TAP_DESCRIPTORS_MAX);
  tap_real()->closefrom(first);
}

/* A child of vfork runs in its parent's memory until it executes another program, and its closing and copying of
 * descriptors would be taken for the parent's. POSIX allows this to be fork. */
TAP_EXPORT pid_t vfork(void) { return fork(); }
