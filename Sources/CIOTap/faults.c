/* Faults: calls that go wrong as a plan says.
 *
 * A plan names kinds of calls, and the first and the last call of those kinds that go wrong. While it is in force
 * every call on the store comes here, those that change nothing too: an open for reading runs out of descriptors
 * like any other. The plan counts for itself, so that the numbers of operations mean what they always mean.
 *
 * A call that fails is not carried out, so that repeating it is right where the caller knows that it may. There is
 * one exception: `close` gives its descriptor back whatever it answers, as Linux does. A call that falls short has
 * moved the first half of its bytes.
 *
 * A plan that cuts a write stands for the end of the process in the middle of it: the write moves so many bytes, and
 * nothing is carried out behind it.
 *
 * Some opens are a kind of their own to plans: those that would make a file, which is asked of the file system, and
 * those that do more than read. One that a plan counts as an open is not counted again.
 *
 * A plan for one file knows it by its inode, so that it stays with what the file holds: whatever takes the file's
 * name later can be opened. An open that empties the file asks for nothing that it holds.
 *
 * Without a plan all of this costs the comparison that is made anyway, because the armed operation is then out of
 * reach (operations.c). */
#include "tap.h"

static _Atomic uint32_t planned_kinds;
static _Atomic uint64_t first_call, last_call;
static _Atomic int planned_error;
static _Atomic uint64_t planned_device, planned_inode, planned_cut;
static _Atomic bool is_over;
static _Atomic uint64_t seen_calls, injected_faults;
static _Atomic unsigned last_kind, last_role;

void inktap_inject(const struct inktap_fault_plan *plan) {
  tap_arm(false);
  if (!plan) {
    /* While a log is written opens still ask. */
    atomic_store(&planned_kinds, 0);
    atomic_store(&is_over, false);
    return;
  }
  atomic_store(&planned_kinds, plan->kinds);
  atomic_store(&first_call, plan->first);
  atomic_store(&last_call, plan->last);
  atomic_store(&planned_error, plan->error);
  atomic_store(&planned_device, plan->device);
  atomic_store(&planned_inode, plan->inode);
  atomic_store(&planned_cut, plan->cut);
  atomic_store(&is_over, false);
  atomic_store(&seen_calls, 0);
  atomic_store(&injected_faults, 0);
  tap_arm(true);
}

void inktap_read_injected(struct inktap_injected *injected) {
  *injected = (struct inktap_injected) {
    .calls = atomic_load(&seen_calls), .faults = atomic_load(&injected_faults),
    .kind = atomic_load(&last_kind), .role = atomic_load(&last_role),
  };
}

static void apply(struct tap_call *call, enum inktap_kind kind) {
  bool is_late = atomic_load(&is_over);
  if (!is_late && !(atomic_load(&planned_kinds) & (1u << kind))) return;
  uint64_t number = atomic_fetch_add(&seen_calls, 1) + 1;
  if (!is_late && (number < atomic_load(&first_call) || number > atomic_load(&last_call))) return;
  int error = atomic_load(&planned_error);
  if (!error && kind != INKTAP_READS && kind != INKTAP_WRITES) return;
  uint64_t cut = atomic_load(&planned_cut);
  bool is_cut = cut && !is_late && kind == INKTAP_WRITES;
  if (is_cut) atomic_store(&is_over, true);
  call->fate = error && !is_cut ? TAP_FAILS : TAP_FALLS_SHORT;
  call->share = is_cut ? cut : 0;
  call->error = error;
  atomic_fetch_add(&injected_faults, 1);
  atomic_store(&last_kind, kind);
  atomic_store(&last_role, call->account >= TAP_FIRST_TEMPORARY ? INKTAP_TEMPORARY : call->account);
}

void tap_apply_plan(struct tap_call *call, enum inktap_kind kind) {
  if (!atomic_load(&planned_inode)) apply(call, kind);
}

/* Whether an open asks for what the planned file holds. */
static bool is_of_planned_file(int directory, const char *path, int flags) {
  struct stat status;
  return !(flags & O_TRUNC)
    && fstatat(directory, path, &status, flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0) == 0
    && status.st_ino == atomic_load(&planned_inode) && status.st_dev == atomic_load(&planned_device);
}

static bool would_make(int directory, const char *path, int flags) {
  struct stat status;
  if ((flags & O_TMPFILE) == O_TMPFILE) return true;
  return (flags & O_CREAT) && fstatat(directory, path, &status, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT;
}

void tap_apply_open_plan(struct tap_call *call, int directory, const char *path, int flags) {
  uint32_t kinds = atomic_load(&planned_kinds);
  if (!kinds || call->fate != TAP_PASSES || !tap_is_in_store(call->account)) return;
  int saved = errno;
  if (atomic_load(&planned_inode)) {
    if (is_of_planned_file(directory, path, flags)) apply(call, INKTAP_OPENS);
  } else if (!(kinds & 1u << INKTAP_OPENS) && !atomic_load(&is_over)) {
    bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC);
    bool is_to_write = kinds & 1u << INKTAP_OPENS_TO_WRITE && (writes || would_make(directory, path, flags));
    if (is_to_write) apply(call, INKTAP_OPENS_TO_WRITE);
    else if (kinds & 1u << INKTAP_CREATES && would_make(directory, path, flags)) apply(call, INKTAP_CREATES);
  }
  errno = saved;
}
