/* Where a path leads.
 *
 * Most paths of a backend are absolute, plain and below the store as it was named: comparing text is enough. A
 * plain relative path is joined to the path of its directory. Anything else (a way through symbolic links,
 * "..") is asked of the kernel: the parent directory is opened as a place, and /proc/self/fd tells its true path. */
#include "tap.h"

static const struct tap_place outside = { .is_inside = false, .role = TAP_NO_ROLE };

/* Whether joining text gives the true path: no empty parts, "." or "..", and no slash at the end. */
static bool is_plain(const char *path) {
  if (*path == '/') path++;
  for (;;) {
    if (*path == '/' || *path == 0) return false;
    if (path[0] == '.' && (path[1] == '/' || path[1] == 0)) return false;
    if (path[0] == '.' && path[1] == '.' && (path[2] == '/' || path[2] == 0)) return false;
    while (*path && *path != '/') path++;
    if (*path == 0) return true;
    path++;
  }
}

static const char *read_link(const char *link, char buffer[TAP_PATH_MAX]) {
  ssize_t length = readlink(link, buffer, PATH_MAX);
  if (length <= 0) return NULL;
  buffer[length] = 0;
  /* The kernel's mark on the path of a file whose name is gone. */
  static const char mark[] = " (deleted)";
  const size_t mark_length = sizeof mark - 1;
  if ((size_t)length > mark_length && strcmp(buffer + length - mark_length, mark) == 0) buffer[length - mark_length] = 0;
  return buffer;
}

const char *tap_path_of(int descriptor, char buffer[TAP_PATH_MAX]) {
  if (descriptor == AT_FDCWD) return read_link("/proc/self/cwd", buffer);
  if (descriptor < 0) return NULL;
  char link[32] = "/proc/self/fd/";
  char digits[12];
  int count = 0;
  for (unsigned rest = (unsigned)descriptor; rest || !count; rest /= 10) digits[count++] = (char)('0' + rest % 10);
  size_t length = strlen(link);
  while (count) link[length++] = digits[--count];
  link[length] = 0;
  return read_link(link, buffer);
}

static bool append(char buffer[TAP_PATH_MAX], const char *name, size_t name_length) {
  size_t length = strlen(buffer);
  if (length + name_length + 2 > TAP_PATH_MAX) return false;
  if (length == 0 || buffer[length - 1] != '/') buffer[length++] = '/';
  memcpy(buffer + length, name, name_length);
  buffer[length + name_length] = 0;
  return true;
}

/* The true path of the parent directory, and the last part of the path as it is. */
static const char *physical(int directory, const char *path, char buffer[TAP_PATH_MAX]) {
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/') length--;
  size_t name = length;
  while (name > 0 && path[name - 1] != '/') name--;
  size_t name_length = length - name;
  bool is_dots = (name_length == 1 && path[name] == '.')
              || (name_length == 2 && path[name] == '.' && path[name + 1] == '.');
  if (is_dots) { name = length; name_length = 0; }
  if (name >= PATH_MAX) return NULL;
  char parent[PATH_MAX + 1];
  memcpy(parent, path, name);
  parent[name] = 0;

  const struct tap_real_functions *real = tap_real();
  int place = real->openat(directory, name ? parent : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (place < 0) return NULL;
  const char *found = tap_path_of(place, buffer);
  real->close(place);
  if (!found || (name_length && !append(buffer, path + name, name_length))) return NULL;
  return buffer;
}

static const char *below_store(const struct tap_watch *watch, int directory, const char *path,
                               char buffer[TAP_PATH_MAX]) {
  const char *below = NULL;
  if (is_plain(path)) {
    const char *absolute = path;
    if (*path != '/') absolute = tap_path_of(directory, buffer) && append(buffer, path, strlen(path)) ? buffer : NULL;
    if (absolute) below = tap_below(watch, absolute);
  }
  if (below) return below;
  const char *absolute = physical(directory, path, buffer);
  return absolute ? tap_below(watch, absolute) : NULL;
}

/* FNV-1a, 64 bits; two of 4,096 names share a value once in 10^12 stores. */
static uint64_t digest(const char *text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (; *text; text++) hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
  return hash ? hash : 1;
}

struct tap_place tap_place_below(const struct tap_watch *watch, const char *below) {
  struct tap_place place = { .is_inside = true, .role = tap_role_below(watch, below) };
  if (place.role == TAP_NO_ROLE || place.role == INKTAP_TEMPORARY) place.key = digest(below);
  return place;
}

struct tap_place tap_locate(int directory, const char *path) {
  const struct tap_watch *watch = tap_watched();
  if (!watch || !path || !*path) return outside;
  int saved = errno;
  char buffer[TAP_PATH_MAX];
  const char *below = below_store(watch, directory, path, buffer);
  errno = saved;
  return below ? tap_place_below(watch, below) : outside;
}

const char *tap_path_below(int directory, const char *path, char buffer[TAP_PATH_MAX]) {
  const struct tap_watch *watch = tap_watched();
  if (!watch || !path || !*path) return NULL;
  int saved = errno;
  const char *below = below_store(watch, directory, path, buffer);
  errno = saved;
  return below && !*below ? "/" : below;
}

unsigned tap_account_at(struct tap_place place) {
  if (!place.is_inside) return INKTAP_ELSEWHERE;
  if (!place.key) return place.role;
  unsigned account = tap_temporary_find(place.key);
  if (account) return account;
  return place.role == INKTAP_TEMPORARY ? INKTAP_TEMPORARY : INKTAP_OTHER;
}
