/* Calls of the kernel by number. Those that have a name of their own are sent there. */
#include "../tap.h"

static long forward(long number, const long a[6]) {
  return tap_real()->syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* Not wrapped by libc: the path leads to a role, the flags stand in a structure. */
static long open_by_structure(long number, const long a[6]) {
  const char *path = (const char *)a[1];
  uint64_t flags = *(const uint64_t *)a[2];
  bool nameless = (flags & O_TMPFILE) == O_TMPFILE, creates = nameless || (flags & O_CREAT);
  struct tap_place place = tap_locate((int)a[0], path);
  struct tap_call call = tap_begin_open(tap_account_at(place), (int)a[0], path, (int)flags);
  TAP_RECORD(&call, tap_record_name(&call, INKTAP_LOG_OPEN, (int)a[0], path, 0, (int)flags, 0));
  long descriptor = TAP_CARRY_OUT(&call, -1, forward(number, a));
  tap_stop(&call);
  if (descriptor >= 0) call.account = tap_opened((int)descriptor, path, place, creates, nameless);
  tap_count(&call, TAP_OPEN_CALLS);
  TAP_RECORDED(&call, tap_record_opened(&call, (int)descriptor));
  return descriptor;
}

static long open_ring(long number, const long a[6]) {
  long descriptor = forward(number, a);
  if (descriptor >= 0) tap_note_bypass(INKTAP_IO_URING, "");
  return descriptor;
}

TAP_EXPORT long syscall(long number, ...) {
  long a[6];
  va_list arguments;
  va_start(arguments, number);
  for (int index = 0; index < 6; index++) a[index] = va_arg(arguments, long);
  va_end(arguments);

  switch (number) {
  case SYS_write: return write((int)a[0], (const void *)a[1], (size_t)a[2]);
  case SYS_pwrite64: return pwrite((int)a[0], (const void *)a[1], (size_t)a[2], a[3]);
  case SYS_writev: return writev((int)a[0], (const struct iovec *)a[1], (int)a[2]);
  case SYS_pwritev: return pwritev((int)a[0], (const struct iovec *)a[1], (int)a[2], a[3]);
  case SYS_pwritev2: return pwritev2((int)a[0], (const struct iovec *)a[1], (int)a[2], a[3], (int)a[5]);
  case SYS_read: return read((int)a[0], (void *)a[1], (size_t)a[2]);
  case SYS_pread64: return pread((int)a[0], (void *)a[1], (size_t)a[2], a[3]);
  case SYS_preadv: return preadv((int)a[0], (const struct iovec *)a[1], (int)a[2], a[3]);
  case SYS_preadv2: return preadv2((int)a[0], (const struct iovec *)a[1], (int)a[2], a[3], (int)a[5]);
  case SYS_readv: return readv((int)a[0], (const struct iovec *)a[1], (int)a[2]);
  case SYS_openat: return openat((int)a[0], (const char *)a[1], (int)a[2], (mode_t)a[3]);
  case SYS_openat2: return open_by_structure(number, a);
  case SYS_close: return close((int)a[0]);
  case SYS_close_range: return close_range((unsigned)a[0], (unsigned)a[1], (int)a[2]);
  case SYS_dup: return dup((int)a[0]);
  case SYS_dup3: return dup3((int)a[0], (int)a[1], (int)a[2]);
  case SYS_fcntl: return fcntl((int)a[0], (int)a[1], (void *)a[2]);
  case SYS_fsync: return fsync((int)a[0]);
  case SYS_fdatasync: return fdatasync((int)a[0]);
  case SYS_sync_file_range: return sync_file_range((int)a[0], a[1], a[2], (unsigned)a[3]);
  case SYS_sync: return sync(), 0;
  case SYS_syncfs: return syncfs((int)a[0]);
  case SYS_ftruncate: return ftruncate((int)a[0], a[1]);
  case SYS_truncate: return truncate((const char *)a[0], a[1]);
  case SYS_fallocate: return fallocate((int)a[0], (int)a[1], a[2], a[3]);
  case SYS_renameat2:
    return renameat2((int)a[0], (const char *)a[1], (int)a[2], (const char *)a[3], (unsigned)a[4]);
  case SYS_linkat: return linkat((int)a[0], (const char *)a[1], (int)a[2], (const char *)a[3], (int)a[4]);
  case SYS_symlinkat: return symlinkat((const char *)a[0], (int)a[1], (const char *)a[2]);
  case SYS_unlinkat: return unlinkat((int)a[0], (const char *)a[1], (int)a[2]);
  case SYS_mkdirat: return mkdirat((int)a[0], (const char *)a[1], (mode_t)a[2]);
  case SYS_sendfile: return sendfile((int)a[0], (int)a[1], (off_t *)a[2], (size_t)a[3]);
  case SYS_copy_file_range:
    return copy_file_range((int)a[0], (off64_t *)a[1], (int)a[2], (off64_t *)a[3], (size_t)a[4], (unsigned)a[5]);
  case SYS_splice:
    return splice((int)a[0], (off64_t *)a[1], (int)a[2], (off64_t *)a[3], (size_t)a[4], (unsigned)a[5]);
  case SYS_open_by_handle_at: return open_by_handle_at((int)a[0], (struct file_handle *)a[1], (int)a[2]);
  case SYS_msync: return msync((void *)a[0], (size_t)a[1], (int)a[2]);
  case SYS_mmap: return (long)mmap((void *)a[0], (size_t)a[1], (int)a[2], (int)a[3], (int)a[4], a[5]);
  case SYS_ioctl: return ioctl((int)a[0], (unsigned long)a[1], (void *)a[2]);
#ifdef SYS_open
  /* Older numbers, which newer machines no longer have. */
  case SYS_open: return open((const char *)a[0], (int)a[1], (mode_t)a[2]);
  case SYS_creat: return creat((const char *)a[0], (mode_t)a[1]);
  case SYS_dup2: return dup2((int)a[0], (int)a[1]);
  case SYS_rename: return rename((const char *)a[0], (const char *)a[1]);
  case SYS_renameat: return renameat((int)a[0], (const char *)a[1], (int)a[2], (const char *)a[3]);
  case SYS_link: return link((const char *)a[0], (const char *)a[1]);
  case SYS_symlink: return symlink((const char *)a[0], (const char *)a[1]);
  case SYS_unlink: return unlink((const char *)a[0]);
  case SYS_mkdir: return mkdir((const char *)a[0], (mode_t)a[1]);
  case SYS_rmdir: return rmdir((const char *)a[0]);
#endif
  case SYS_io_uring_setup: return open_ring(number, a);
  default: return forward(number, a);
  }
}
