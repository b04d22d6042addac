/* What is written down of a call.
 *
 * Before the call: its kind, file, flags, and for names the paths below the store and the directories that hold them,
 * looked up by calls that nobody counts: those of libc that the tap does not define, such as stat, and its real ones.
 * After it: result, time, where the bytes went, and the bytes. They are copied only when the kernel has read them too,
 * so that a bad address fails as it always does; and the place of a plain write is asked of the kernel, because
 * descriptors share places and appending moves them.
 * Two threads that write by one descriptor at one time are told apart by nobody.
 *
 * None of this touches errno, and none of it is inside the time of the call. */
#include "tap.h"

#include <linux/fs.h>

/* The most that one call of the kernel moves. */
#define KERNEL_BYTES_MAX 0x7ffff000u

static struct inktap_log_entry *begin(struct tap_call *call, enum inktap_log_kind kind, size_t path_length,
                                      size_t target_path_length, size_t contents_length) {
  call->entry = tap_log_reserve(kind, path_length, target_path_length, contents_length);
  if (call->entry) call->entry->operation = call->number;
  return call->entry;
}

void tap_record_bytes(struct tap_call *call, enum inktap_log_kind kind, int descriptor, size_t count, off_t offset,
                      int flags) {
  int saved = errno;
  bool keeps = kind == INKTAP_LOG_WRITE && tap_log_keeps_contents();
  size_t room = !keeps ? 0 : count < KERNEL_BYTES_MAX ? count : KERNEL_BYTES_MAX;
  struct inktap_log_entry *entry = begin(call, kind, 0, 0, room);
  if (entry) {
    entry->descriptor = descriptor;
    entry->file = tap_file_of(descriptor, &entry->status_flags);
    entry->offset = (uint64_t)offset;
    entry->size = count;
    entry->flags = (uint32_t)flags;
  }
  errno = saved;
}

void tap_record_on(struct tap_call *call, enum inktap_log_kind kind, int descriptor, off_t offset, off_t size,
                   int flags) {
  int saved = errno;
  struct inktap_log_entry *entry = begin(call, kind, 0, 0, 0);
  if (entry) {
    entry->descriptor = descriptor;
    if (descriptor >= 0) entry->file = tap_file_of(descriptor, &entry->status_flags);
    entry->offset = (uint64_t)offset;
    entry->size = (uint64_t)size;
    entry->flags = (uint32_t)flags;
  }
  errno = saved;
}

/* The number of the directory that holds a name; `below` is a path of the store. */
static uint32_t parent_of(const char *below) {
  const struct tap_watch *watch = tap_watched();
  size_t root_length = 0;
  const char *root = tap_root(watch, &root_length);
  const char *slash = strrchr(below, '/');
  size_t length = slash ? (size_t)(slash - below) : 0;
  char path[2 * TAP_PATH_MAX];
  if (root_length + length >= sizeof path || (length == 0 && below[1] == 0)) return 0;
  memcpy(path, root, root_length);
  memcpy(path + root_length, below, length);
  path[root_length + length] = 0;
  struct stat status;
  if (stat(path, &status) != 0) return 0;
  return tap_file_number(&status, false, length ? path + root_length : "/");
}

/* What stands under a name before a call; 0 if nothing does. */
static uint32_t standing(int directory, const char *path, int flags, const char *below, mode_t *mode) {
  struct stat status;
  if (fstatat(directory, path, &status, flags) != 0) return 0;
  *mode = status.st_mode;
  return tap_file_number(&status, false, below);
}

/* Whether the last part of a path is followed if it is a symbolic link. */
static bool follows(enum inktap_log_kind kind, int flags) {
  if (kind == INKTAP_LOG_OPEN) return !(flags & O_NOFOLLOW) && !((flags & O_CREAT) && (flags & O_EXCL));
  return kind == INKTAP_LOG_TRUNCATE;
}

void tap_record_name(struct tap_call *call, enum inktap_log_kind kind, int directory, const char *path, off_t size,
                     int flags, mode_t mode) {
  int saved = errno;
  char buffer[TAP_PATH_MAX];
  const char *below = tap_path_below(directory, path, buffer);
  size_t length = below ? strlen(below) : 0;
  struct inktap_log_entry *entry = begin(call, kind, length, 0, 0);
  if (entry) {
    mode_t standing_mode = 0;
    if (length) memcpy(tap_log_path(entry), below, length);
    entry->file = standing(directory, path, follows(kind, flags) ? 0 : AT_SYMLINK_NOFOLLOW, below, &standing_mode);
    if (below) entry->directory = parent_of(below);
    if (kind == INKTAP_LOG_REMOVE && S_ISDIR(standing_mode)) entry->kind = INKTAP_LOG_REMOVE_DIRECTORY;
    if (kind == INKTAP_LOG_OPEN && (flags & O_TMPFILE) == O_TMPFILE) {
      entry->facts |= INKTAP_LOG_NAMELESS;
      entry->directory = entry->file;
      entry->file = 0;
    }
    entry->offset = (uint64_t)size;
    entry->flags = (uint32_t)flags;
    entry->mode = mode;
  }
  errno = saved;
}

void tap_record_names(struct tap_call *call, enum inktap_log_kind kind, int from_directory, const char *from,
                      int to_directory, const char *to, int flags) {
  int saved = errno;
  char from_buffer[TAP_PATH_MAX], to_buffer[TAP_PATH_MAX];
  const char *from_below = tap_path_below(from_directory, from, from_buffer);
  const char *to_below = tap_path_below(to_directory, to, to_buffer);
  size_t from_length = from_below ? strlen(from_below) : 0, to_length = to_below ? strlen(to_below) : 0;
  struct inktap_log_entry *entry = begin(call, kind, from_length, to_length, 0);
  if (entry) {
    if (from_length) memcpy(tap_log_path(entry), from_below, from_length);
    if (to_length) memcpy(tap_log_path(entry) + from_length, to_below, to_length);
    int how = AT_SYMLINK_NOFOLLOW;
    if (kind == INKTAP_LOG_LINK) {
      how = flags & AT_SYMLINK_FOLLOW ? 0 : AT_SYMLINK_NOFOLLOW;
      how |= flags & AT_EMPTY_PATH;
    }
    mode_t mode = 0;
    entry->file = standing(from_directory, from, how, from_below, &mode);
    entry->target = standing(to_directory, to, AT_SYMLINK_NOFOLLOW, to_below, &mode);
    if (from_below) entry->directory = parent_of(from_below);
    if (to_below) entry->target_directory = parent_of(to_below);
    entry->flags = (uint32_t)flags;
  }
  errno = saved;
}

void tap_record_copy(struct tap_call *call, int target, const off_t *target_offset, int source,
                     const off_t *source_offset, size_t count, int flags) {
  int saved = errno;
  off_t from = source_offset ? *source_offset : lseek(source, 0, SEEK_CUR);
  struct stat status;
  size_t room = 0;
  if (tap_log_keeps_contents() && fstat(source, &status) == 0 && from >= 0 && status.st_size > from)
    room = (size_t)(status.st_size - from) < count ? (size_t)(status.st_size - from) : count;
  struct inktap_log_entry *entry = begin(call, INKTAP_LOG_COPY, 0, 0, room);
  if (entry) {
    uint32_t source_flags = 0;
    entry->descriptor = target;
    entry->file = tap_file_of(target, &entry->status_flags);
    entry->target = tap_file_of(source, &source_flags);
    entry->offset = target_offset ? (uint64_t)*target_offset : UINT64_MAX;
    entry->size = count;
    entry->flags = (uint32_t)flags;
    /* Until the call is done, where its bytes come from. */
    entry->start_nanoseconds = (uint64_t)from;
  }
  errno = saved;
}

static void finish_with(struct tap_call *call, ssize_t result, int error) {
  struct inktap_log_entry *entry = call->entry;
  entry->role = (uint8_t)(call->account >= TAP_FIRST_TEMPORARY ? INKTAP_TEMPORARY : call->account);
  entry->result = result;
  entry->error = error;
  entry->start_nanoseconds = call->start_nanoseconds;
  entry->nanoseconds = call->nanoseconds;
  tap_log_publish(entry);
}

static void finish(struct tap_call *call, ssize_t result) { finish_with(call, result, result < 0 ? errno : 0); }

void tap_record_done(struct tap_call *call, ssize_t result) { finish(call, result); }

void tap_record_answered(struct tap_call *call, int error) { finish_with(call, error ? -1 : 0, error); }

/* Where the bytes of a call begin that has moved so many of them. */
static uint64_t place_of(const struct inktap_log_entry *entry, ssize_t result) {
  bool is_placed = (int64_t)entry->offset != -1;
  bool appends = entry->kind != INKTAP_LOG_READ && (entry->status_flags & O_APPEND);
  if (entry->kind == INKTAP_LOG_WRITE && (entry->flags & RWF_APPEND)) appends = true;
  ssize_t moved = result > 0 ? result : 0;
  if (is_placed && !appends) return entry->offset;
  if (!is_placed) {
    off_t place = lseek(entry->descriptor, 0, SEEK_CUR);
    return place < moved ? 0 : (uint64_t)(place - moved);
  }
  /* Placed, and appended all the same: the kernel lets O_APPEND win, and the descriptor stays where it was. */
  struct stat status;
  return fstat(entry->descriptor, &status) == 0 && status.st_size >= moved ? (uint64_t)(status.st_size - moved) : 0;
}

void tap_record_moved(struct tap_call *call, const struct iovec *pieces, int count, ssize_t result) {
  int saved = errno;
  struct inktap_log_entry *entry = call->entry;
  entry->offset = place_of(entry, result);
  if (entry->kind == INKTAP_LOG_WRITE && tap_log_keeps_contents() && result > 0) {
    size_t left = (size_t)result;
    char *contents = tap_log_contents(entry);
    for (int index = 0; index < count && left; index++) {
      size_t length = pieces[index].iov_len < left ? pieces[index].iov_len : left;
      memcpy(contents, pieces[index].iov_base, length);
      contents += length;
      left -= length;
    }
    entry->contents_length = (uint64_t)result - left;
  }
  errno = saved;
  finish(call, result);
}

void tap_record_copied(struct tap_call *call, int source, ssize_t result) {
  int saved = errno;
  struct inktap_log_entry *entry = call->entry;
  off_t from = (off_t)entry->start_nanoseconds;
  entry->offset = place_of(entry, result);
  size_t room = entry->length - sizeof *entry;
  if (tap_log_keeps_contents() && result > 0 && (size_t)result <= room) {
    ssize_t got = tap_real()->pread(source, tap_log_contents(entry), (size_t)result, from);
    if (got > 0) entry->contents_length = (uint64_t)got;
  }
  errno = saved;
  finish(call, result);
}

void tap_record_opened(struct tap_call *call, int descriptor) {
  int saved = errno;
  struct inktap_log_entry *entry = call->entry;
  struct stat status;
  if (descriptor >= 0 && fstat(descriptor, &status) == 0) {
    entry->descriptor = descriptor;
    bool is_new = !entry->file && ((entry->flags & O_CREAT) || (entry->facts & INKTAP_LOG_NAMELESS));
    if (is_new) {
      char path[PATH_MAX];
      size_t length = entry->path_length < sizeof path ? entry->path_length : 0;
      memcpy(path, tap_log_path(entry), length);
      path[length] = 0;
      entry->file = tap_file_number(&status, true, entry->facts & INKTAP_LOG_NAMELESS ? NULL : path);
      entry->facts |= INKTAP_LOG_CREATED;
    } else if (!entry->file) {
      entry->file = tap_file_number(&status, false, NULL);
    }
    (void)tap_file_of(descriptor, &entry->status_flags);
  }
  errno = saved;
  finish(call, descriptor);
}

/* Notes that a call has made a file, and under which name. */
static void note_new(struct inktap_log_entry *entry, const struct stat *status, const char *below) {
  /* A template and the name that it becomes are of one length. */
  if (below && strlen(below) == entry->path_length) memcpy(tap_log_path(entry), below, entry->path_length);
  entry->file = tap_file_number(status, true, below);
  entry->facts |= INKTAP_LOG_CREATED;
}

void tap_record_named(struct tap_call *call, const char *path, int descriptor) {
  int saved = errno;
  struct stat status;
  char buffer[TAP_PATH_MAX];
  if (descriptor >= 0 && fstat(descriptor, &status) == 0) {
    call->entry->descriptor = descriptor;
    note_new(call->entry, &status, tap_path_below(AT_FDCWD, path, buffer));
    (void)tap_file_of(descriptor, &call->entry->status_flags);
  }
  errno = saved;
  finish(call, descriptor);
}

void tap_record_made(struct tap_call *call, int directory, const char *path, int result) {
  int saved = errno;
  struct stat status;
  char buffer[TAP_PATH_MAX];
  if (result == 0 && fstatat(directory, path, &status, AT_SYMLINK_NOFOLLOW) == 0)
    note_new(call->entry, &status, tap_path_below(directory, path, buffer));
  errno = saved;
  finish(call, result);
}
