/* Opening and creating files. All names of libc come down to one call of the kernel, openat. */
#include "../tap.h"

/* What an attempt counts for when it fails: no file, no account of its own. */
static unsigned account_before(struct tap_place place, bool creates) {
  unsigned account = tap_account_at(place);
  return account == INKTAP_OTHER && place.key && creates ? INKTAP_TEMPORARY : account;
}

static int tap_open(int directory, const char *path, int flags, mode_t mode) {
  bool nameless = (flags & O_TMPFILE) == O_TMPFILE;
  bool creates = nameless || (flags & O_CREAT);
  struct tap_place place = tap_locate(directory, path);
  struct tap_call call = tap_begin_open(account_before(place, creates), directory, path, flags);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_OPEN, directory, path, 0, flags, mode));
  int descriptor = TAP_CARRY_OUT(&call, -1, tap_real()->openat(directory, path, flags, mode));
  tap_stop(&call);
  if (descriptor >= 0) call.account = tap_opened(descriptor, path, place, creates, nameless);
  tap_count(&call, TAP_OPEN_CALLS);
  TAP_RECORDED(&call, tap_record_opened(&call, descriptor));
  return descriptor;
}

/* The mode is there only if a file may be made. */
#define TAP_MODE(flags, last) \
  mode_t mode = 0; \
  if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) { \
    va_list arguments; \
    va_start(arguments, last); \
    mode = (mode_t)va_arg(arguments, int); \
    va_end(arguments); \
  }

TAP_EXPORT int open(const char *path, int flags, ...) {
  TAP_MODE(flags, flags)
  return tap_open(AT_FDCWD, path, flags, mode);
}
TAP_ALIAS(open64, open);
TAP_ALIAS(__open, open);
TAP_ALIAS(__open64, open);

TAP_EXPORT int openat(int directory, const char *path, int flags, ...) {
  TAP_MODE(flags, flags)
  return tap_open(directory, path, flags, mode);
}
TAP_ALIAS(openat64, openat);

/* The checked forms, for calls without a mode. */
TAP_EXPORT int __open_2(const char *path, int flags) { return tap_open(AT_FDCWD, path, flags, 0); }
TAP_ALIAS(__open64_2, __open_2);
TAP_EXPORT int __openat_2(int directory, const char *path, int flags) { return tap_open(directory, path, flags, 0); }
TAP_ALIAS(__openat64_2, __openat_2);

TAP_EXPORT int creat(const char *path, mode_t mode) {
  return tap_open(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
TAP_ALIAS(creat64, creat);

/* The name is known only afterwards; until then its template tells the place. */
TAP_EXPORT int mkostemps(char *path, int suffix_length, int flags) {
  struct tap_place place = tap_locate(AT_FDCWD, path);
  int made_by = flags | O_RDWR | O_CREAT | O_EXCL;
  struct tap_call call = tap_begin_open(account_before(place, true), AT_FDCWD, path, made_by);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_OPEN, AT_FDCWD, path, 0, made_by, 0600));
  int descriptor = TAP_CARRY_OUT(&call, -1, tap_real()->mkostemps(path, suffix_length, flags));
  tap_stop(&call);
  if (descriptor >= 0) call.account = tap_opened(descriptor, path, tap_locate(AT_FDCWD, path), true, false);
  tap_count(&call, TAP_OPEN_CALLS);
  TAP_RECORDED(&call, tap_record_named(&call, path, descriptor));
  return descriptor;
}
TAP_ALIAS(mkostemps64, mkostemps);

TAP_EXPORT int mkstemps(char *path, int suffix_length) { return mkostemps(path, suffix_length, 0); }
TAP_ALIAS(mkstemps64, mkstemps);
TAP_EXPORT int mkostemp(char *path, int flags) { return mkostemps(path, 0, flags); }
TAP_ALIAS(mkostemp64, mkostemp);
TAP_EXPORT int mkstemp(char *path) { return mkostemps(path, 0, 0); }
TAP_ALIAS(mkstemp64, mkstemp);

/* A file by a handle that stands for it: where it leads is learned from the descriptor. */
TAP_EXPORT int open_by_handle_at(int mount, struct file_handle *handle, int flags) {
  int descriptor = tap_real()->open_by_handle_at(mount, handle, flags);
  if (descriptor >= 0) {
    tap_forget(descriptor);
    tap_add(tap_account_of(descriptor), TAP_OPEN_CALLS, 1);
  }
  return descriptor;
}

/* A directory that is opened to be listed takes a descriptor like any file. Nothing of it is counted. */
TAP_EXPORT DIR *opendir(const char *path) {
  struct tap_call call = tap_decide(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_OPENS, false);
  return TAP_CARRY_OUT(&call, NULL, tap_real()->opendir(path));
}
