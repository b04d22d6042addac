/* Ways past the tap that were seen: each kind of way and file is noted once. */
#include "tap.h"

enum { TAP_BYPASSES_MAX = 16, TAP_BYPASS_PATH_MAX = 512 };

struct tap_bypass {
  enum inktap_bypass kind;
  _Atomic bool is_written;
  char path[TAP_BYPASS_PATH_MAX];
};
static struct tap_bypass bypasses[TAP_BYPASSES_MAX];
static _Atomic size_t bypass_count;

size_t inktap_bypass_count(void) {
  size_t count = atomic_load(&bypass_count);
  return count < TAP_BYPASSES_MAX ? count : TAP_BYPASSES_MAX;
}

const char *inktap_bypass_at(size_t index, enum inktap_bypass *kind) {
  if (index >= inktap_bypass_count() || !atomic_load(&bypasses[index].is_written)) return NULL;
  *kind = bypasses[index].kind;
  return bypasses[index].path;
}

void tap_note_bypass(enum inktap_bypass kind, const char *path) {
  size_t known = inktap_bypass_count();
  for (size_t index = 0; index < known; index++) {
    struct tap_bypass *note = &bypasses[index];
    if (atomic_load(&note->is_written) && note->kind == kind
        && strncmp(note->path, path, TAP_BYPASS_PATH_MAX - 1) == 0) return;
  }
  size_t index = atomic_fetch_add(&bypass_count, 1);
  if (index >= TAP_BYPASSES_MAX) return;
  bypasses[index].kind = kind;
  strncpy(bypasses[index].path, path, TAP_BYPASS_PATH_MAX - 1);
  atomic_store(&bypasses[index].is_written, true);
}

void tap_note_bypass_of(enum inktap_bypass kind, int descriptor) {
  int saved = errno;
  char buffer[TAP_PATH_MAX];
  const char *path = tap_path_of(descriptor, buffer);
  const struct tap_watch *watch = tap_watched();
  const char *below = path && watch ? tap_below(watch, path) : NULL;
  tap_note_bypass(kind, below ? below : "");
  errno = saved;
}

void tap_forget_bypasses(void) {
  for (size_t index = 0; index < TAP_BYPASSES_MAX; index++) atomic_store(&bypasses[index].is_written, false);
  atomic_store(&bypass_count, 0);
}
