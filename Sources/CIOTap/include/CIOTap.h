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
/* Only the bytes written, by role. */
void inktap_read_written(uint64_t bytes[INKTAP_ROLE_COUNT]);
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
  /* For plans alone, of opens: one that would make its file, and one that writes, empties or makes it. */
  INKTAP_CREATES,
  INKTAP_OPENS_TO_WRITE,
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
  /* With an inode, a plan for one file: opens that ask for what it holds are counted, and nothing else. */
  uint64_t device;
  uint64_t inode;
  /* With a number of bytes, the first call that goes wrong is a write that moves so many of them, and from then on
     every call fails, of whatever kind: nobody is there any more to make it. */
  uint64_t cut;
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
/* Takes no times of calls, where nobody reads them; each counts as none. */
void inktap_leave_out_times(bool on);

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

/* Record mode: a log of the calls on the store.
 *
 * A log is one stretch of memory: a head, then entries one behind the other in the order in which the calls began,
 * each a multiple of eight bytes long: the fields below, the path, the second path, and the bytes that a write was
 * given. Numbers are little-endian. An entry with the length 0 ends the log. */
#define INKTAP_LOG_MAGIC 0x474f4c5041544b49u /* "IKTAPLOG" */
#define INKTAP_LOG_VERSION 1u

struct inktap_log_head {
  uint64_t magic;
  uint32_t version;
  uint32_t head_bytes;
  /* Room for entries, in bytes. */
  uint64_t capacity;
  /* What entries asked for; beyond the capacity, some found no room. */
  uint64_t reserved;
  /* Entries that found no room, and their bytes: the log is not whole. */
  uint64_t lost_entries;
  uint64_t lost_bytes;
  uint64_t start_nanoseconds;
  uint32_t process;
  uint32_t keeps_contents;
};

enum inktap_log_kind {
  /* A file that is seen for the first time: offset is its inode, result its device, size its length before the call
     that it is seen by, mode its type. It may stand behind the entry that names its number. */
  INKTAP_LOG_FILE = 1,
  /* Where a caller has come: flags is the kind of mark, offset a step, size a time, path a word. */
  INKTAP_LOG_MARK,
  INKTAP_LOG_OPEN,
  INKTAP_LOG_READ,
  INKTAP_LOG_WRITE,
  /* Bytes that the kernel copied from the file `target`: a write, with contents. */
  INKTAP_LOG_COPY,
  /* offset is the new length. */
  INKTAP_LOG_TRUNCATE,
  INKTAP_LOG_ALLOCATE,
  /* Shares the blocks of `target`. */
  INKTAP_LOG_CLONE,
  INKTAP_LOG_SYNC,
  INKTAP_LOG_SYNC_DATA,
  INKTAP_LOG_SYNC_RANGE,
  /* Of a whole file system. */
  INKTAP_LOG_SYNC_ALL,
  INKTAP_LOG_SYNC_MAPPING,
  INKTAP_LOG_RENAME,
  INKTAP_LOG_LINK,
  INKTAP_LOG_SYMLINK,
  INKTAP_LOG_REMOVE,
  INKTAP_LOG_MAKE_DIRECTORY,
  INKTAP_LOG_REMOVE_DIRECTORY,
  INKTAP_LOG_CLOSE,
  INKTAP_LOG_KIND_END
};

/* What is known of an entry beside its fields. */
enum inktap_log_fact {
  /* The call has returned, and all fields are there. */
  INKTAP_LOG_IS_WHOLE = 1,
  /* The file was made by this call. */
  INKTAP_LOG_CREATED = 2,
  /* The file has no name: O_TMPFILE. */
  INKTAP_LOG_NAMELESS = 4
};

struct inktap_log_entry {
  /* With everything that follows. */
  uint32_t length;
  uint8_t kind;
  uint8_t role;
  uint8_t facts;
  uint8_t unused;
  /* The operation's number; 0 for a call that changes nothing. */
  uint64_t operation;
  uint32_t thread;
  int32_t descriptor;
  /* Numbers of files: that of the call, the one whose name is taken or whose bytes are copied, and the directories
     that hold the first and the second path. */
  uint32_t file;
  uint32_t target;
  uint32_t directory;
  uint32_t target_directory;
  /* Flags that the call was given, and those of the descriptor: O_APPEND, O_SYNC, O_DSYNC, O_DIRECT. */
  uint32_t flags;
  uint32_t status_flags;
  uint64_t offset;
  uint64_t size;
  int64_t result;
  int32_t error;
  uint32_t mode;
  uint64_t start_nanoseconds;
  uint64_t nanoseconds;
  /* Paths begin with a slash at the store's top; an empty one is outside of the store. */
  uint32_t path_length;
  uint32_t target_path_length;
  uint64_t contents_length;
};

/* Begins a log for the watched store: in memory of the process, or with a path in a new file outside of the store,
   which others may read when the process is gone. Contents of writes are kept if asked for. Returns an errno. */
int inktap_log_begin(const char *path, uint64_t capacity, bool keeps_contents);
/* Ends the recording; what was recorded stays. */
void inktap_log_stop(void);
/* The log that is or was last written, head included; NULL without one. */
const void *inktap_log_bytes(size_t *length);
/* Gives the memory of a log back. No call on the store may be under way. */
void inktap_log_release(void);
/* Marks a place in the log that is being written. */
void inktap_log_mark(uint32_t kind, uint64_t step, uint64_t milliseconds, const char *text, size_t length);

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
