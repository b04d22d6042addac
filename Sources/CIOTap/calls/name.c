/* Making and removing names: directories, symbolic links, and the ends of files. */
#include "../tap.h"

static int finish(struct tap_call *call, int result) {
  tap_stop(call);
  tap_count(call, TAP_OTHER_CALLS);
  TAP_RECORDED(call, tap_record_done(call, result));
  return result;
}

/* The end of a call that makes a name. */
static int finish_make(struct tap_call *call, int result, int directory, const char *path) {
  tap_stop(call);
  tap_count(call, TAP_OTHER_CALLS);
  TAP_RECORDED(call, tap_record_made(call, directory, path, result));
  return result;
}

static int finish_unlink(struct tap_call *call, int result, struct tap_place place) {
  tap_stop(call);
  tap_count(call, TAP_UNLINK_CALLS);
  TAP_RECORDED(call, tap_record_done(call, result));
  if (result == 0) tap_temporary_settle(place.key, INKTAP_TEMPORARY);
  return result;
}

TAP_EXPORT int unlink(const char *path) {
  struct tap_place place = tap_locate(AT_FDCWD, path);
  struct tap_call call = tap_begin(tap_account_at(place), INKTAP_REMOVES);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_REMOVE, AT_FDCWD, path, 0, 0, 0));
  return finish_unlink(&call, TAP_CARRY_OUT(&call, -1, tap_real()->unlink(path)), place);
}

TAP_EXPORT int unlinkat(int directory, const char *path, int flags) {
  struct tap_place place = tap_locate(directory, path);
  struct tap_call call = tap_begin(tap_account_at(place), INKTAP_REMOVES);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_REMOVE, directory, path, 0, flags, 0));
  int result = TAP_CARRY_OUT(&call, -1, tap_real()->unlinkat(directory, path, flags));
  return flags & AT_REMOVEDIR ? finish(&call, result) : finish_unlink(&call, result, place);
}

TAP_EXPORT int remove(const char *path) {
  struct tap_place place = tap_locate(AT_FDCWD, path);
  struct tap_call call = tap_begin(tap_account_at(place), INKTAP_REMOVES);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_REMOVE, AT_FDCWD, path, 0, 0, 0));
  return finish_unlink(&call, TAP_CARRY_OUT(&call, -1, tap_real()->remove(path)), place);
}

TAP_EXPORT int mkdir(const char *path, mode_t mode) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_MAKES);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_MAKE_DIRECTORY, AT_FDCWD, path, 0, 0, mode));
  return finish_make(&call, TAP_CARRY_OUT(&call, -1, tap_real()->mkdir(path, mode)), AT_FDCWD, path);
}

TAP_EXPORT int mkdirat(int directory, const char *path, mode_t mode) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(directory, path)), INKTAP_MAKES);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_MAKE_DIRECTORY, directory, path, 0, 0, mode));
  return finish_make(&call, TAP_CARRY_OUT(&call, -1, tap_real()->mkdirat(directory, path, mode)), directory, path);
}

TAP_EXPORT char *mkdtemp(char *path) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_MAKES);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_MAKE_DIRECTORY, AT_FDCWD, path, 0, 0, 0700));
  char *result = TAP_CARRY_OUT(&call, NULL, tap_real()->mkdtemp(path));
  finish_make(&call, result ? 0 : -1, AT_FDCWD, path);
  return result;
}

TAP_EXPORT int rmdir(const char *path) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_REMOVES);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_REMOVE_DIRECTORY, AT_FDCWD, path, 0, 0, 0));
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->rmdir(path)));
}

TAP_EXPORT int symlink(const char *target, const char *path) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_MAKES);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_SYMLINK, AT_FDCWD, path, 0, 0, 0));
  return finish_make(&call, TAP_CARRY_OUT(&call, -1, tap_real()->symlink(target, path)), AT_FDCWD, path);
}

TAP_EXPORT int symlinkat(const char *target, int directory, const char *path) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(directory, path)), INKTAP_MAKES);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_SYMLINK, directory, path, 0, 0, 0));
  return finish_make(&call, TAP_CARRY_OUT(&call, -1, tap_real()->symlinkat(target, directory, path)), directory, path);
}
