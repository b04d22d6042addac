/* Making and removing names: directories, symbolic links, and the ends of files. */
#include "../tap.h"

static int finish(struct tap_call *call, int result) {
  tap_stop(call);
  tap_count(call, TAP_OTHER_CALLS);
  return result;
}

static int finish_unlink(struct tap_call *call, int result, struct tap_place place) {
  tap_stop(call);
  tap_count(call, TAP_UNLINK_CALLS);
  if (result == 0) tap_temporary_settle(place.key, INKTAP_TEMPORARY);
  return result;
}

TAP_EXPORT int unlink(const char *path) {
  struct tap_place place = tap_locate(AT_FDCWD, path);
  struct tap_call call = tap_begin(tap_account_at(place), INKTAP_REMOVES);
  return finish_unlink(&call, TAP_CARRY_OUT(&call, -1, tap_real()->unlink(path)), place);
}

TAP_EXPORT int unlinkat(int directory, const char *path, int flags) {
  struct tap_place place = tap_locate(directory, path);
  struct tap_call call = tap_begin(tap_account_at(place), INKTAP_REMOVES);
  int result = TAP_CARRY_OUT(&call, -1, tap_real()->unlinkat(directory, path, flags));
  return flags & AT_REMOVEDIR ? finish(&call, result) : finish_unlink(&call, result, place);
}

TAP_EXPORT int remove(const char *path) {
  struct tap_place place = tap_locate(AT_FDCWD, path);
  struct tap_call call = tap_begin(tap_account_at(place), INKTAP_REMOVES);
  return finish_unlink(&call, TAP_CARRY_OUT(&call, -1, tap_real()->remove(path)), place);
}

TAP_EXPORT int mkdir(const char *path, mode_t mode) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_MAKES);
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->mkdir(path, mode)));
}

TAP_EXPORT int mkdirat(int directory, const char *path, mode_t mode) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(directory, path)), INKTAP_MAKES);
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->mkdirat(directory, path, mode)));
}

TAP_EXPORT char *mkdtemp(char *path) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_MAKES);
  char *result = TAP_CARRY_OUT(&call, NULL, tap_real()->mkdtemp(path));
  finish(&call, 0);
  return result;
}

TAP_EXPORT int rmdir(const char *path) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_REMOVES);
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->rmdir(path)));
}

TAP_EXPORT int symlink(const char *target, const char *path) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(AT_FDCWD, path)), INKTAP_MAKES);
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->symlink(target, path)));
}

TAP_EXPORT int symlinkat(const char *target, int directory, const char *path) {
  struct tap_call call = tap_begin(tap_account_at(tap_locate(directory, path)), INKTAP_MAKES);
  return finish(&call, TAP_CARRY_OUT(&call, -1, tap_real()->symlinkat(target, directory, path)));
}
