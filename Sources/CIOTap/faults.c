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
 * A plan for one file knows it by its inode, so that it stays with what the file holds: whatever takes the file's
 * name later can be opened. An open that empties the file asks for nothing that it holds.
 *
 * Without a plan all of this costs the comparison that is made anyway, because the armed operation is then out of
 * reach (operations.c). */
#include "tap.h"

static _Atomic uint32_t planned_kinds;
static _Atomic uint64_t first_call, last_call;
static _Atomic int planned_error;
static _Atomic uint64_t planned_device, planned_inode;
static _Atomic uint64_t seen_calls, injected_faults;
static _Atomic unsigned last_kind, last_role;

void inktap_inject(const struct inktap_fault_plan *plan) {
  tap_arm(false);
  if (!plan) return;
  atomic_store(&planned_kinds, plan->kinds);
  atomic_store(&first_call, plan->first);
  atomic_store(&last_call, plan->last);
  atomic_store(&planned_error, plan->error);
  atomic_store(&planned_device, plan->device);
  atomic_store(&planned_inode, plan->inode);
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
  if (!(atomic_load(&planned_kinds) & (1u << kind))) return;
  uint64_t number = atomic_fetch_add(&seen_calls, 1) + 1;
  if (number < atomic_load(&first_call) || number > atomic_load(&last_call)) return;
  int error = atomic_load(&planned_error);
  if (!error && kind != INKTAP_READS && kind != INKTAP_WRITES) return;
  call->fate = error ? TAP_FAILS : TAP_FALLS_SHORT;
  call->error = error;
  atomic_fetch_add(&injected_faults, 1);
  atomic_store(&last_kind, kind);
  atomic_store(&last_role, call->account >= TAP_FIRST_TEMPORARY ? INKTAP_TEMPORARY : call->account);
}

void tap_apply_plan(struct tap_call *call, enum inktap_kind kind) {
  if (!atomic_load(&planned_inode)) apply(call, kind);
}

void tap_apply_file_plan(struct tap_call *call, int directory, const char *path, int flags) {
  uint64_t inode = atomic_load(&planned_inode);
  if (!inode || call->fate != TAP_PASSES || (flags & O_TRUNC) || !tap_is_in_store(call->account)) return;
  int saved = errno;
  struct stat status;
  bool is_planned = fstatat(directory, path, &status, flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0) == 0
    && status.st_ino == inode && status.st_dev == atomic_load(&planned_device);
  errno = saved;
  if (is_planned) apply(call, INKTAP_OPENS);
}
