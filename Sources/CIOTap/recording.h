/* Record mode, as the calls see it. The method stands in log.c; what an entry means, in include/CIOTap.h.
 *
 * A call is recorded in two steps. Before it is carried out, one of the functions below reserves its entry and notes
 * what is asked; afterwards tap_record_done notes the answer and publishes the entry. All of them are called only
 * where `is_recorded` is set, which a call learns where it learns its fate; without a log that costs nothing. */
#pragma once

#include "include/CIOTap.h"

struct tap_call;

/* Puts the log in force, or out of it: every call on the store has then reached the armed operation. */
void tap_arm_recording(bool is_recording);

/* Whether a log is being written. */
bool tap_is_recording(void);
/* Begins to record as the environment of a preloaded tap says. */
void tap_record_from_environment(void);
/* A number for the calling thread, from 1 in the order of first calls. */
uint32_t tap_thread_number(void);

/* Reserves an entry with room for paths and contents; NULL if the log is full, which is counted. */
struct inktap_log_entry *tap_log_reserve(enum inktap_log_kind kind, size_t path_length, size_t target_path_length,
                                         size_t contents_length);
bool tap_log_keeps_contents(void);
static inline char *tap_log_path(struct inktap_log_entry *entry) { return (char *)(entry + 1); }
static inline char *tap_log_contents(struct inktap_log_entry *entry) {
  return tap_log_path(entry) + entry->path_length + entry->target_path_length;
}
/* Makes an entry count as whole. */
void tap_log_publish(struct inktap_log_entry *entry);
void tap_log_count_lost(size_t bytes);

/* Files, by numbers from 1. A number stays with its file through renames, and is not given to another file that gets
 * the same inode later; 0 is no file, or one that there was no room to number. */
void tap_files_begin(void *slots);
size_t tap_files_bytes(void);
uint32_t tap_file_number(const struct stat *status, bool is_new, const char *below);
/* The file of a descriptor, and those of its status flags that change what a write does. */
uint32_t tap_file_of(int descriptor, uint32_t *status_flags);
void tap_file_forget(int descriptor);

/* The bytes of a list that a caller gives; 0 for a list that the kernel refuses. */
static inline size_t tap_bytes_of(const struct iovec *pieces, int count) {
  size_t sum = 0;
  for (int index = 0; index < count && count <= IOV_MAX; index++) sum += pieces[index].iov_len;
  return sum;
}

/* What is asked. `offset` -1 is the place where the descriptor stands. */
void tap_record_bytes(struct tap_call *call, enum inktap_log_kind kind, int descriptor, size_t count, off_t offset,
                      int flags);
void tap_record_on(struct tap_call *call, enum inktap_log_kind kind, int descriptor, off_t offset, off_t size,
                   int flags);
void tap_record_name(struct tap_call *call, enum inktap_log_kind kind, int directory, const char *path, off_t size,
                     int flags, mode_t mode);
void tap_record_names(struct tap_call *call, enum inktap_log_kind kind, int from_directory, const char *from,
                      int to_directory, const char *to, int flags);
void tap_record_copy(struct tap_call *call, int target, const off_t *target_offset, int source,
                     const off_t *source_offset, size_t count, int flags);

/* What came of it. */
void tap_record_done(struct tap_call *call, ssize_t result);
/* The same for a call that answers its errno, or 0. */
void tap_record_answered(struct tap_call *call, int error);
void tap_record_moved(struct tap_call *call, const struct iovec *pieces, int count, ssize_t result);
void tap_record_copied(struct tap_call *call, int source, ssize_t result);
void tap_record_opened(struct tap_call *call, int descriptor);
/* A name that was a template has become one; what was made under it is new. */
void tap_record_named(struct tap_call *call, const char *path, int descriptor);
void tap_record_made(struct tap_call *call, int directory, const char *path, int result);

/* Records what is asked, and begins the time of the call anew, so that recording is no part of it. */
#define TAP_RECORD(call, record) \
  do { \
    if (TAP_UNLIKELY((call)->is_recorded)) { \
      record; \
      (call)->start_nanoseconds = tap_now(); \
    } \
  } while (0)

#define TAP_RECORDED(call, record) \
  do { \
    if (TAP_UNLIKELY((call)->entry != NULL)) { record; } \
  } while (0)
