/* The I/O tap: what Swift asks of it. The method stands in ../tap.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a file of the store is for, in the order of the Swift enumeration. */
enum inktap_role {
  INKTAP_PAGE,
  INKTAP_JOURNAL,
  INKTAP_DATABASE,
  INKTAP_WAL,
  INKTAP_SHARED_MEMORY,
  INKTAP_DOCUMENT,
  INKTAP_MANIFEST,
  INKTAP_ASSET,
  INKTAP_THUMBNAIL,
  INKTAP_TEMPORARY,
  INKTAP_OTHER,
  INKTAP_ELSEWHERE,
  INKTAP_ROLE_COUNT
};

/* The word for a role in reports; NULL beyond the last. */
const char *inktap_role_name(unsigned role);

/* What was counted for the files of one role. Calls are counted whether they succeed or not. */
struct inktap_counters {
  uint64_t written_bytes;
  uint64_t read_bytes;
  uint64_t write_calls;
  uint64_t read_calls;
  uint64_t sync_calls;
  uint64_t open_calls;
  uint64_t rename_calls;
  uint64_t unlink_calls;
  uint64_t other_calls;
  uint64_t file_nanoseconds;
  uint64_t sync_nanoseconds;
};

/* Rules and directory of a store to be watched, made in three steps: begin, add each rule, start.
   `given` is the absolute path that callers use, `real` the same without symbolic links. */
struct tap_watch;
struct tap_watch *inktap_watch_begin(const char *given, const char *real);
/* False if there is no room for the rule. */
bool inktap_watch_add(struct tap_watch *watch, const char *text, bool anywhere, unsigned role);
/* Forgets what was counted for roles, and the operation number. No file call may be under way in the store. */
void inktap_watch_start(struct tap_watch *watch);

void inktap_read(struct inktap_counters counters[INKTAP_ROLE_COUNT]);
/* The sum over all roles but `elsewhere`. */
void inktap_read_store(struct inktap_counters *counters);
/* Puts back role counters and operation number that were read before a canary; the bytes written since
   stay in the balance. */
void inktap_restore(const struct inktap_counters counters[INKTAP_ROLE_COUNT], uint64_t operations);

/* How many changing calls on the store have been dispatched since it is watched. */
uint64_t inktap_operations(void);
/* Ends the process by SIGKILL at the operation of that number, counted from 1; 0, or one
   that has passed, disarms. With `cutting`, a write of two bytes or more is first carried out for half of its
   bytes. */
void inktap_end_at(uint64_t operation, bool cutting);

/* Kinds of calls. Those before INKTAP_WRITES change nothing by themselves; an open may. */
enum inktap_kind {
  INKTAP_OPENS,
  INKTAP_READS,
  INKTAP_MAPS,
  INKTAP_CLOSES,
  INKTAP_WRITES,
  INKTAP_RESIZES,
  INKTAP_SYNCS,
  INKTAP_RENAMES,
  INKTAP_REMOVES,
  INKTAP_MAKES,
  INKTAP_KIND_COUNT
};

/* Which calls on the store go wrong, and how. */
struct inktap_fault_plan {
  /* The kinds that are counted: one bit for each. */
  uint32_t kinds;
  /* The first call of those kinds that goes wrong, counted from 1, and the last. */
  uint64_t first;
  uint64_t last;
  /* The errno of the failure; with 0, reads and writes move half of their bytes, and other calls pass. */
  int error;
};
/* Puts a plan in force, and begins to count for it; NULL ends it. */
void inktap_inject(const struct inktap_fault_plan *plan);

/* What a plan has done so far. */
struct inktap_injected {
  /* Calls of the plan's kinds, and how many of them went wrong. */
  uint64_t calls;
  uint64_t faults;
  /* The last of them. */
  enum inktap_kind kind;
  unsigned role;
};
void inktap_read_injected(struct inktap_injected *injected);

/* Leaves syncs of the store out from here on: counted, numbered, and not carried out. */
void inktap_leave_out_syncs(bool on);

/* Bytes counted over the life of the process, and what the kernel says; false if it says nothing. */
bool inktap_balance(uint64_t *counted, uint64_t *kernel);

/* Ways past the tap that were seen since the store is watched. */
enum inktap_bypass {
  INKTAP_SHARED_MAPPING,
  INKTAP_STREAM,
  INKTAP_SPLICE,
  INKTAP_IO_URING,
  INKTAP_TOO_MANY_TEMPORARIES
};
size_t inktap_bypass_count(void);
/* The path is that of the file below the store; it lives as long as the process. */
const char *inktap_bypass_at(size_t index, enum inktap_bypass *kind);

/* How long so many writes to a descriptor take, through the tap or by the bare system call; false if one fails. */
bool inktap_time_writes(int descriptor, size_t bytes, unsigned calls, bool tapped, uint64_t *nanoseconds);

/* What jemalloc's hooks have seen of all threads since they are watched. */
struct inktap_memory {
  uint64_t allocations;
  uint64_t allocated_bytes;
  /* Bytes in use, more or less than when the watch began; and the highest level since the last beginning. */
  int64_t level;
  int64_t peak;
};
/* Installs the hooks, once in a process; false without a preloaded jemalloc, or if they fail their self-test.
   Not to be called by two threads at once. */
bool inktap_memory_watch(void);
/* Begins a stretch whose peak is asked for: the highest level is the present one. */
void inktap_memory_begin(struct inktap_memory *memory);
void inktap_memory_read(struct inktap_memory *memory);
