// Preloaded into a process, it makes a small disk look like a large one with a quota: a write that finds no room fails with
// EDQUOT instead of ENOSPC, and statfs reports free space.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/vfs.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define SMALL 64000000
#define FREE_BLOCKS 1000000

static long long quota(long long result) {
  if (result < 0 && errno == ENOSPC) errno = EDQUOT;
  return result;
}

ssize_t write(int fd, const void *data, size_t size) { return quota(NEXT(write)(fd, data, size)); }
ssize_t writev(int fd, const struct iovec *data, int count) { return quota(NEXT(writev)(fd, data, count)); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return quota(NEXT(pwrite)(fd, data, size, at)); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { return quota(NEXT(pwrite64)(fd, data, size, at)); }
ssize_t pwritev(int fd, const struct iovec *data, int count, off_t at) { return quota(NEXT(pwritev)(fd, data, count, at)); }
ssize_t pwritev64(int fd, const struct iovec *data, int count, off64_t at) { return quota(NEXT(pwritev64)(fd, data, count, at)); }
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *to_at, size_t size, unsigned flags) {
  return quota(NEXT(copy_file_range)(from, at, to, to_at, size, flags));
}

static int mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; }

#define OPEN(name)                                          \
  int name(const char *path, int flags, ...) {              \
    va_list rest;                                           \
    va_start(rest, flags);                                  \
    int mode = mode_of(flags, rest);                        \
    va_end(rest);                                           \
    return (int)quota(NEXT(name)(path, flags, mode));       \
  }
OPEN(open)
OPEN(open64)

#define STATFS(name, type)                                                               \
  int name(const char *path, struct type *found) {                                       \
    int result = NEXT(name)(path, found);                                                \
    if (result == 0 && (long long)found->f_blocks * found->f_bsize <= SMALL) {           \
      found->f_bavail += FREE_BLOCKS;                                                    \
      found->f_bfree += FREE_BLOCKS;                                                     \
    }                                                                                    \
    return result;                                                                       \
  }
STATFS(statfs, statfs)
STATFS(statfs64, statfs64)
