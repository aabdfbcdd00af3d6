/* Between a process and the disk (LD_PRELOAD): notes in POWER_JOURNAL what happens to files below POWER_FOLDER.

   tests/power.py reads the journal after the process was killed and makes the folder anew from what was synced. Nothing
   is synced for real: only the process dies, never the machine. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, TRUNCATE, SYNC, SYNC_FOLDER, CREATE, RENAME, UNLINK };
enum { MOST_FILES = 4096 };

struct head { uint32_t op, path, other, data; uint64_t file, offset; };

static uint64_t watched[MOST_FILES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;

static int below(const char *path) {
  const char *folder = getenv("POWER_FOLDER");
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static void note(uint32_t op, uint64_t file, uint64_t offset, const char *path, const char *other, const void *data,
                 size_t size) {
  struct head head = {op, path ? strlen(path) : 0, other ? strlen(other) : 0, size, file, offset};
  struct iovec parts[4] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)other, head.other}, {(void *)data, size}};
  pthread_mutex_lock(&lock);
  if (journal < 0) journal = syscall(SYS_openat, AT_FDCWD, getenv("POWER_JOURNAL"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (syscall(SYS_writev, journal, parts, 4) < 0) abort();
  pthread_mutex_unlock(&lock);
}

static int opened(int fd, const char *path, int flags, int was_there) {
  struct stat now;
  if (fd < 0 || fd >= MOST_FILES || !below(path) || fstat(fd, &now)) return fd;
  watched[fd] = now.st_ino;
  if ((flags & O_CREAT) && !was_there) note(CREATE, now.st_ino, 0, path, NULL, NULL, 0);
  else if (flags & O_TRUNC) note(TRUNCATE, now.st_ino, 0, NULL, NULL, NULL, 0);
  return fd;
}

#define OPEN(name)                                                     \
  int name(const char *path, int flags, ...) {                         \
    va_list rest;                                                      \
    va_start(rest, flags);                                             \
    mode_t mode = va_arg(rest, mode_t);                                \
    va_end(rest);                                                      \
    int was_there = access(path, F_OK) == 0;                           \
    return opened(syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, flags, was_there); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                   \
  int name(int folder, const char *path, int flags, ...) {             \
    va_list rest;                                                      \
    va_start(rest, flags);                                             \
    mode_t mode = va_arg(rest, mode_t);                                \
    va_end(rest);                                                      \
    int was_there = faccessat(folder, path, F_OK, 0) == 0;             \
    return opened(syscall(SYS_openat, folder, path, flags, mode), path, flags, was_there); \
  }
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
  if (fd >= 0 && fd < MOST_FILES) watched[fd] = 0;
  return syscall(SYS_close, fd);
}

static uint64_t file_of(int fd) { return fd >= 0 && fd < MOST_FILES ? watched[fd] : 0; }

ssize_t write(int fd, const void *data, size_t size) {
  uint64_t file = file_of(fd);
  off_t at = file ? lseek(fd, 0, SEEK_CUR) : 0;
  ssize_t done = syscall(SYS_write, fd, data, size);
  if (file && done > 0) note(WRITE, file, at, NULL, NULL, data, done);
  return done;
}

#define PWRITE(name)                                                   \
  ssize_t name(int fd, const void *data, size_t size, off_t at) {      \
    ssize_t done = syscall(SYS_pwrite64, fd, data, size, at);          \
    uint64_t file = file_of(fd);                                       \
    if (file && done > 0) note(WRITE, file, at, NULL, NULL, data, done); \
    return done;                                                       \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define TRUNC(name)                                                    \
  int name(int fd, off_t size) {                                       \
    int failed = syscall(SYS_ftruncate, fd, size);                     \
    uint64_t file = file_of(fd);                                       \
    if (file && !failed) note(TRUNCATE, file, size, NULL, NULL, NULL, 0); \
    return failed;                                                     \
  }
TRUNC(ftruncate)
TRUNC(ftruncate64)

static int synced(int fd) {
  struct stat now;
  char name[64], path[4096];
  if (!file_of(fd) || fstat(fd, &now)) return 0;
  if (!S_ISDIR(now.st_mode)) {
    note(SYNC, now.st_ino, 0, NULL, NULL, NULL, 0);
    return 0;
  }
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(name, path, sizeof path - 1);
  if (size > 0) {
    path[size] = 0;
    note(SYNC_FOLDER, 0, 0, path, NULL, NULL, 0);
  }
  return 0;
}

int fsync(int fd) { return synced(fd); }
int fdatasync(int fd) { return synced(fd); }

int rename(const char *from, const char *to) {
  int failed = syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
  if (!failed && below(to)) note(RENAME, 0, 0, from, to, NULL, 0);
  return failed;
}

int unlink(const char *path) {
  int failed = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (!failed && below(path)) note(UNLINK, 0, 0, path, NULL, NULL, 0);
  return failed;
}
