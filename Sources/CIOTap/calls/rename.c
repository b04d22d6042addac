/* Renaming and linking: what tells the meaning of a temporary file. */
#include "../tap.h"

/* Where a call on two names is counted: with the new one if it is in the store. */
static struct tap_call begin(struct tap_place from, struct tap_place to, enum inktap_kind kind) {
  return tap_begin(tap_account_at(to.is_inside ? to : from), kind);
}

static bool has_role(struct tap_place place) { return place.is_inside && !place.key; }

static unsigned renamed(struct tap_place from, struct tap_place to) {
  if (has_role(to)) {
    tap_temporary_settle(from.key, to.role);
    return to.role;
  }
  if (!to.is_inside) {
    tap_temporary_settle(from.key, INKTAP_TEMPORARY);
    return tap_account_at(from);
  }
  tap_temporary_rename(from.key, to.key);
  return tap_account_at(to);
}

static int finish_rename(struct tap_call *call, int result, struct tap_place from, struct tap_place to) {
  tap_stop(call);
  if (result == 0) call->account = renamed(from, to);
  tap_count(call, TAP_RENAME_CALLS);
  TAP_RECORDED(call, tap_record_done(call, result));
  return result;
}

TAP_EXPORT int rename(const char *from, const char *to) {
  struct tap_place old = tap_locate(AT_FDCWD, from), new = tap_locate(AT_FDCWD, to);
  struct tap_call call = begin(old, new, INKTAP_RENAMES);
  TAP_RECORD(&call, tap_record_names(&call, INKTAP_LOG_RENAME, AT_FDCWD, from, AT_FDCWD, to, 0));
  return finish_rename(&call, TAP_CARRY_OUT(&call, -1, tap_real()->rename(from, to)), old, new);
}

TAP_EXPORT int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  struct tap_place old = tap_locate(from_directory, from), new = tap_locate(to_directory, to);
  struct tap_call call = begin(old, new, INKTAP_RENAMES);
  TAP_RECORD(&call, tap_record_names(&call, INKTAP_LOG_RENAME, from_directory, from, to_directory, to, 0));
  int result = TAP_CARRY_OUT(&call, -1, tap_real()->renameat(from_directory, from, to_directory, to));
  return finish_rename(&call, result, old, new);
}

TAP_EXPORT int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
  struct tap_place old = tap_locate(from_directory, from), new = tap_locate(to_directory, to);
  struct tap_call call = begin(old, new, INKTAP_RENAMES);
  TAP_RECORD(&call, tap_record_names(&call, INKTAP_LOG_RENAME, from_directory, from, to_directory, to, (int)flags));
  int result = TAP_CARRY_OUT(&call, -1, tap_real()->renameat2(from_directory, from, to_directory, to, flags));
  if (!(flags & RENAME_EXCHANGE)) return finish_rename(&call, result, old, new);
  /* Two files change places, and each keeps what was counted for it. */
  tap_stop(&call);
  tap_count(&call, TAP_RENAME_CALLS);
  TAP_RECORDED(&call, tap_record_done(&call, result));
  return result;
}

/* The descriptor that a source names: an empty path, or one through /proc; -1 if it is a path like others. */
static int descriptor_of(int directory, const char *path, int flags) {
  static const char prefix[] = "/proc/self/fd/";
  if (*path == 0 && (flags & AT_EMPTY_PATH)) return directory;
  if (strncmp(path, prefix, sizeof prefix - 1) != 0) return -1;
  int descriptor = 0;
  for (const char *digit = path + sizeof prefix - 1; *digit; digit++) {
    if (*digit < '0' || *digit > '9' || descriptor > TAP_DESCRIPTORS_MAX) return -1;
    descriptor = descriptor * 10 + (*digit - '0');
  }
  return descriptor;
}

static int finish_link(struct tap_call *call, int result, int descriptor, struct tap_place from, struct tap_place to) {
  tap_stop(call);
  if (result == 0 && has_role(to)) {
    if (descriptor >= 0) tap_temporary_settle_account(tap_account_of(descriptor), to.role);
    else tap_temporary_settle(from.key, to.role);
  }
  tap_count(call, TAP_OTHER_CALLS);
  TAP_RECORDED(call, tap_record_done(call, result));
  return result;
}

TAP_EXPORT int link(const char *from, const char *to) {
  struct tap_place old = tap_locate(AT_FDCWD, from), new = tap_locate(AT_FDCWD, to);
  struct tap_call call = begin(old, new, INKTAP_MAKES);
  TAP_RECORD(&call, tap_record_names(&call, INKTAP_LOG_LINK, AT_FDCWD, from, AT_FDCWD, to, 0));
  return finish_link(&call, TAP_CARRY_OUT(&call, -1, tap_real()->link(from, to)), -1, old, new);
}

TAP_EXPORT int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
  struct tap_place old = tap_locate(from_directory, from), new = tap_locate(to_directory, to);
  struct tap_call call = begin(old, new, INKTAP_MAKES);
  TAP_RECORD(&call, tap_record_names(&call, INKTAP_LOG_LINK, from_directory, from, to_directory, to, flags));
  int descriptor = descriptor_of(from_directory, from, flags);
  int result = TAP_CARRY_OUT(&call, -1, tap_real()->linkat(from_directory, from, to_directory, to, flags));
  return finish_link(&call, result, descriptor, old, new);
}
