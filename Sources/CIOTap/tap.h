/* The I/O tap, inside.
 *
 * Method. An executable that defines `write` is asked first when the dynamic linker looks for it, so every caller
 * outside of libc lands here: Swift code, Foundation, SQLite. Each call of the families in calls/ is looked up,
 * counted, timed, and forwarded to libc's own through dlsym(RTLD_NEXT). Callers inside libc (stdio, aio) are not
 * seen; the balance against the kernel's own count shows when that matters (balance.c).
 *
 *     calls/ *.c ──▶ paths.c, descriptors.c ──▶ an account ──▶ counters.c
 *          │            (which file is it?)
 *          └──▶ operations.c: number the changing calls, end the process at one of them
 *                    ├──▶ faults.c: let a call fail, or fall short, as a plan says
 *                    └──▶ recorder.c, files.c, log.c: write down the call, if a log is wanted
 *
 * An *account* is where a file's counters lie. Each role has one; so has each temporary file, until a rename
 * tells what it is for (temporary.c).
 *
 * A call has four parts. tap_begin numbers it and decides its *fate*; TAP_CARRY_OUT forwards it, or lets it fail
 * instead; tap_stop ends the stretch of time that is libc's; tap_count knows its result. Recording goes between:
 * TAP_RECORD behind the first, TAP_RECORDED behind the last (recording.h).
 *
 * Nothing here allocates, locks or touches errno on the way of a call, so that it works before main, in
 * signal handlers, in forked children and under any allocator. */
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
/* The checked forms are inline functions that would collide with ours. */
#undef _FORTIFY_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "include/CIOTap.h"

_Static_assert(sizeof(off_t) == 8, "the 64-bit names are aliases of the plain ones");

/* Marks what callers outside of libc are to find. */
#define TAP_EXPORT __attribute__((visibility("default")))
/* A second name of libc for a function of the same file. */
#define TAP_ALIAS(name, of) extern __typeof__(of) name __attribute__((alias(#of), visibility("default")))
#define TAP_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* What is declared from here on is private to its image: a preloaded tap and one in the executable stay apart. */
#pragma GCC visibility push(hidden)

/* libc's own functions. */
#define TAP_REAL_FUNCTIONS(X) \
  X(openat) X(opendir) X(fopen) X(freopen) X(fdopen) X(open_by_handle_at) X(fclose) X(closedir) X(mkostemps) X(mkdtemp) \
  X(write) X(pwrite) X(writev) X(pwritev) X(pwritev2) X(eventfd_write) \
  X(read) X(pread) X(readv) X(preadv) X(preadv2) \
  X(sendfile) X(copy_file_range) X(splice) X(ioctl) \
  X(ftruncate) X(truncate) X(fallocate) X(posix_fallocate) \
  X(rename) X(renameat) X(renameat2) X(link) X(linkat) X(symlink) X(symlinkat) \
  X(unlink) X(unlinkat) X(remove) X(mkdir) X(mkdirat) X(rmdir) \
  X(fsync) X(fdatasync) X(sync_file_range) X(syncfs) X(sync) X(msync) X(mmap) \
  X(dup) X(dup2) X(dup3) X(fcntl) X(close) X(close_range) X(closefrom) X(syscall)

struct tap_real_functions {
#define X(name) __typeof__(&name) name;
  TAP_REAL_FUNCTIONS(X)
#undef X
};
extern struct tap_real_functions tap_real_functions;
extern _Atomic bool tap_is_resolved;
void tap_resolve(void);

static inline const struct tap_real_functions *tap_real(void) {
  if (TAP_UNLIKELY(!atomic_load_explicit(&tap_is_resolved, memory_order_acquire))) tap_resolve();
  return &tap_real_functions;
}

/* Accounts: the roles, then event descriptors, then temporary files. */
enum {
  TAP_EVENTS = INKTAP_ROLE_COUNT,
  TAP_FIRST_TEMPORARY,
  /* At once in a store; a save writes one to a few. */
  TAP_TEMPORARIES_MAX = 4096,
  TAP_ACCOUNTS = TAP_FIRST_TEMPORARY + TAP_TEMPORARIES_MAX
};

enum tap_field {
  TAP_WRITTEN_BYTES, TAP_READ_BYTES, TAP_WRITE_CALLS, TAP_READ_CALLS, TAP_SYNC_CALLS, TAP_OPEN_CALLS,
  TAP_RENAME_CALLS, TAP_UNLINK_CALLS, TAP_OTHER_CALLS, TAP_FILE_NANOSECONDS, TAP_SYNC_NANOSECONDS, TAP_FIELDS
};
_Static_assert(sizeof(struct inktap_counters) == TAP_FIELDS * sizeof(uint64_t), "one field for each counter");

struct tap_account {
  _Alignas(128) _Atomic uint64_t fields[TAP_FIELDS];
};
extern struct tap_account tap_accounts[TAP_ACCOUNTS];

static inline bool tap_is_in_store(unsigned account) {
  return account != INKTAP_ELSEWHERE && account != TAP_EVENTS;
}

static inline void tap_add(unsigned account, enum tap_field field, uint64_t amount) {
  atomic_fetch_add_explicit(&tap_accounts[account].fields[field], amount, memory_order_relaxed);
  if (TAP_UNLIKELY(account >= TAP_FIRST_TEMPORARY))
    atomic_fetch_add_explicit(&tap_accounts[INKTAP_TEMPORARY].fields[field], amount, memory_order_relaxed);
}

/* Moves what an account holds out of `temporary` and into a role; `temporary` itself just empties it. */
void tap_move(unsigned account, unsigned role);
void tap_read_account(unsigned account, struct inktap_counters *counters);
void tap_forget_accounts(void);
void tap_take_balance_baseline(void);

/* Descriptors: the account of each, plus one; 0 is unknown. Higher ones are looked up at each call. */
enum { TAP_DESCRIPTORS_MAX = 65536 };
extern _Atomic uint16_t tap_descriptors[TAP_DESCRIPTORS_MAX];
unsigned tap_learn(int descriptor);
void tap_set(int descriptor, unsigned account);
void tap_forget(int descriptor);
void tap_forget_range(unsigned first, unsigned last);
void tap_copy(int from, int to);
void tap_redirect(unsigned from, unsigned to);

static inline unsigned tap_account_of(int descriptor) {
  if ((unsigned)descriptor < TAP_DESCRIPTORS_MAX) {
    unsigned entry = atomic_load_explicit(&tap_descriptors[descriptor], memory_order_relaxed);
    if (entry) return entry - 1;
  }
  return tap_learn(descriptor);
}

/* The account as far as it is known, without asking for it. */
static inline unsigned tap_known_account_of(int descriptor) {
  if ((unsigned)descriptor >= TAP_DESCRIPTORS_MAX) return INKTAP_ELSEWHERE;
  unsigned entry = atomic_load_explicit(&tap_descriptors[descriptor], memory_order_relaxed);
  return entry ? entry - 1 : INKTAP_ELSEWHERE;
}

/* Where a path leads. */
enum { TAP_NO_ROLE = INKTAP_ROLE_COUNT, TAP_PATH_MAX = PATH_MAX + 256 };
struct tap_place {
  bool is_inside;
  /* What the rules say; TAP_NO_ROLE if none fits. */
  unsigned role;
  /* A digest of the path below the store, for files without a role or with that of temporary ones. */
  uint64_t key;
};
struct tap_place tap_locate(int directory, const char *path);
struct tap_place tap_place_below(const struct tap_watch *watch, const char *below);
/* The path below the store, with its first slash and "/" for the store itself; NULL outside. */
const char *tap_path_below(int directory, const char *path, char buffer[TAP_PATH_MAX]);
/* The path of a descriptor without symbolic links, or NULL. */
const char *tap_path_of(int descriptor, char buffer[TAP_PATH_MAX]);
/* The account that a place has already, without giving it one. */
unsigned tap_account_at(struct tap_place place);

extern const void *const tap_families[];

/* The watched store, or NULL. */
const struct tap_watch *tap_watched(void);
/* The part of an absolute path below the store, beginning with its slash; NULL outside. */
const char *tap_below(const struct tap_watch *watch, const char *absolute);
unsigned tap_role_below(const struct tap_watch *watch, const char *below);
/* The store's true path, which has no slash at its end unless it is the root. */
const char *tap_root(const struct tap_watch *watch, size_t *length);

/* Temporary files. */
unsigned tap_temporary_find(uint64_t key);
unsigned tap_temporary_claim(uint64_t key, const char *path);
uint64_t tap_temporary_nameless_key(void);
void tap_temporary_settle_account(unsigned account, unsigned role);
void tap_temporary_settle(uint64_t key, unsigned role);
void tap_temporary_rename(uint64_t from, uint64_t to);
void tap_temporary_forget_all(void);
/* Notes what an open made, and tells its account. */
unsigned tap_opened(int descriptor, const char *path, struct tap_place place, bool creates, bool nameless);

/* Operations. */
extern _Atomic uint64_t tap_operation_count;
extern _Atomic uint64_t tap_armed_operation;

/* What becomes of a call. */
enum tap_fate {
  TAP_PASSES,
  /* Not carried out; answers `error`. */
  TAP_FAILS,
  /* Carried out for half of its bytes. */
  TAP_FALLS_SHORT,
  /* Carried out for half of its bytes, and then the process ends. */
  TAP_IS_CUT
};

/* One call on its way through the tap. */
struct tap_call {
  unsigned account;
  enum tap_fate fate;
  int error;
  /* The bytes that a call which falls short moves; 0 for half of them. */
  uint64_t share;
  /* Whether the call goes into the log, the operation's number for that, and its entry once there is one. */
  bool is_recorded;
  uint64_t number;
  struct inktap_log_entry *entry;
  uint64_t start_nanoseconds;
  uint64_t nanoseconds;
};

/* Decides the fate of a call that has reached the armed operation; 0 is the number of a call that changes nothing. */
void tap_reached(struct tap_call *call, enum inktap_kind kind, uint64_t number);
_Noreturn void tap_end_process(void);
/* Sees every call while a plan is in force. */
void tap_apply_plan(struct tap_call *call, enum inktap_kind kind);
/* Sees every open, which may be of the file that a plan in force is about, or of a kind that plans alone know. */
void tap_apply_open_plan(struct tap_call *call, int directory, const char *path, int flags);
/* Whether a plan is in force: every call of the store has then reached the armed operation. */
void tap_arm(bool is_planned);

static inline uint64_t tap_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Numbers a call and decides its fate; enough for a call that is not counted. */
static inline struct tap_call tap_decide(unsigned account, enum inktap_kind kind, bool changes) {
  struct tap_call call = { .account = account };
  if (tap_is_in_store(account)) {
    uint64_t number = changes ? atomic_fetch_add_explicit(&tap_operation_count, 1, memory_order_relaxed) + 1 : 0;
    if (TAP_UNLIKELY(number >= atomic_load_explicit(&tap_armed_operation, memory_order_relaxed)))
      tap_reached(&call, kind, number);
  }
  return call;
}

/* Whether nobody wants to know how long calls take. */
extern _Atomic bool tap_is_untimed;

/* The time for the length of a call; none where nobody wants it, which is a fortieth of opening a small store. */
static inline uint64_t tap_call_time(void) {
  return TAP_UNLIKELY(atomic_load_explicit(&tap_is_untimed, memory_order_relaxed)) ? 0 : tap_now();
}

/* Begins a call of which the kind alone does not tell whether it may change the store. */
static inline struct tap_call tap_begin_as(unsigned account, enum inktap_kind kind, bool changes) {
  struct tap_call call = tap_decide(account, kind, changes);
  call.start_nanoseconds = tap_call_time();
  return call;
}

/* Begins an open, of a file that a plan may be about. */
static inline struct tap_call tap_begin_open(unsigned account, int directory, const char *path, int flags) {
  bool changes = (flags & (O_CREAT | O_TRUNC)) || (flags & O_TMPFILE) == O_TMPFILE;
  struct tap_call call = tap_begin_as(account, INKTAP_OPENS, changes);
  /* While a plan is in force every call has reached the armed operation, which is then 0. */
  if (TAP_UNLIKELY(atomic_load_explicit(&tap_armed_operation, memory_order_relaxed) == 0))
    tap_apply_open_plan(&call, directory, path, flags);
  return call;
}

static inline struct tap_call tap_begin(unsigned account, enum inktap_kind kind) {
  return tap_begin_as(account, kind, kind >= INKTAP_WRITES);
}

/* The call itself, or the failure in its place. */
#define TAP_CARRY_OUT(call, failure, real_call) \
  (TAP_UNLIKELY((call)->fate == TAP_FAILS) ? (errno = (call)->error, (failure)) : (real_call))

/* How many bytes of a call are to be carried out. One byte can't be halved: it is moved, or, where the process
   ends, it is not. */
static inline size_t tap_share(const struct tap_call *call, size_t count) {
  if (TAP_UNLIKELY(call->fate > TAP_FAILS) && (count > 1 || call->fate == TAP_IS_CUT))
    return call->share && call->share < count ? call->share : count / 2;
  return count;
}

/* Ends the stretch of time that belongs to libc and the kernel. */
static inline void tap_stop(struct tap_call *call) {
  call->nanoseconds = tap_call_time() - call->start_nanoseconds;
  if (TAP_UNLIKELY(call->fate == TAP_IS_CUT)) tap_end_process();
}

static inline void tap_count(const struct tap_call *call, enum tap_field calls) {
  tap_add(call->account, calls, 1);
  tap_add(call->account, calls == TAP_SYNC_CALLS ? TAP_SYNC_NANOSECONDS : TAP_FILE_NANOSECONDS, call->nanoseconds);
}

static inline void tap_count_bytes(unsigned account, enum tap_field bytes, ssize_t amount) {
  if (amount > 0) tap_add(account, bytes, (uint64_t)amount);
}

/* Notes a way past the tap; the path is that below the store, or empty. */
void tap_note_bypass(enum inktap_bypass kind, const char *path);
void tap_note_bypass_of(enum inktap_bypass kind, int descriptor);
void tap_forget_bypasses(void);

#include "recording.h"

#pragma GCC visibility pop
