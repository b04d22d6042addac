/* Streams. Their reads and writes are made inside of libc, where the tap does not see them; so a stream that can
 * write a file of the store is a way past the tap, and only its opening and closing are counted. */
#include "../tap.h"

struct stream_mode {
  bool writes;
  bool creates;
  int flags;
};

static struct stream_mode mode_of(const char *text) {
  bool creates = text[0] == 'w' || text[0] == 'a';
  bool writes = creates || strchr(text, '+');
  int flags = (strchr(text, '+') ? O_RDWR : writes ? O_WRONLY : O_RDONLY) | (creates ? O_CREAT : 0)
    | (text[0] == 'w' ? O_TRUNC : 0) | (text[0] == 'a' ? O_APPEND : 0) | (strchr(text, 'x') ? O_EXCL : 0);
  return (struct stream_mode) { .writes = writes, .creates = creates, .flags = flags };
}

static struct tap_call begin(struct tap_place place, const char *path, struct stream_mode mode) {
  return tap_begin_open(tap_account_at(place), AT_FDCWD, path, mode.flags);
}

static FILE *opened(struct tap_call *call, FILE *stream, const char *path, struct tap_place place,
                    struct stream_mode mode) {
  tap_stop(call);
  if (stream) {
    call->account = tap_opened(fileno(stream), path, place, mode.creates, false);
    if (place.is_inside && mode.writes) tap_note_bypass_of(INKTAP_STREAM, fileno(stream));
  }
  tap_count(call, TAP_OPEN_CALLS);
  TAP_RECORDED(call, tap_record_opened(call, stream ? fileno(stream) : -1));
  return stream;
}

TAP_EXPORT FILE *fopen(const char *path, const char *mode) {
  struct tap_place place = tap_locate(AT_FDCWD, path);
  struct tap_call call = begin(place, path, mode_of(mode));
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_OPEN, AT_FDCWD, path, 0, mode_of(mode).flags, 0666));
  FILE *stream = TAP_CARRY_OUT(&call, NULL, tap_real()->fopen(path, mode));
  return opened(&call, stream, path, place, mode_of(mode));
}
TAP_ALIAS(fopen64, fopen);

TAP_EXPORT FILE *freopen(const char *path, const char *mode, FILE *stream) {
  if (!path) return tap_real()->freopen(path, mode, stream);
  tap_forget(fileno(stream));
  struct tap_place place = tap_locate(AT_FDCWD, path);
  struct tap_call call = begin(place, path, mode_of(mode));
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_OPEN, AT_FDCWD, path, 0, mode_of(mode).flags, 0666));
  FILE *reopened = TAP_CARRY_OUT(&call, NULL, tap_real()->freopen(path, mode, stream));
  return opened(&call, reopened, path, place, mode_of(mode));
}
TAP_ALIAS(freopen64, freopen);

/* A stream over a descriptor that is open already. */
TAP_EXPORT FILE *fdopen(int descriptor, const char *mode) {
  if (mode_of(mode).writes && tap_is_in_store(tap_account_of(descriptor)))
    tap_note_bypass_of(INKTAP_STREAM, descriptor);
  return tap_real()->fdopen(descriptor, mode);
}

/* Closing a stream gives its descriptor's number free, like close. */
TAP_EXPORT int fclose(FILE *stream) {
  tap_forget(fileno(stream));
  return tap_real()->fclose(stream);
}

TAP_EXPORT int closedir(DIR *directory) {
  tap_forget(dirfd(directory));
  return tap_real()->closedir(directory);
}
