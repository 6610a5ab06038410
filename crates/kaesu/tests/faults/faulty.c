/* A faulty disk: loaded before the C library (LD_PRELOAD), it counts what a program does to the files of one folder, and
 * at one of these operations lets it fail, or cuts the power.
 *
 * FAULTS_FOLDER   the folder; FAULTS_FOLDER.lost must be there as well, on the same disk
 * FAULTS_MODE     count: only count, into FAULTS_COUNT (power does, too) · fail: one operation fails · full: it and all later writes fail ·
 *                 power: what was not synced is taken back, newest first, and the process is killed
 * FAULTS_AT       which operation, from 1
 * FAULTS_ERROR    the number of the error
 * FAULTS_UNDONE   for power: in percent, how much of what was not synced is lost (100 if nothing is said)
 *
 * A name counts as synced when its folder is; a file's content when the file is. Memory maps are not looked at: SQLite
 * maps only its index of the log, which it makes anew. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum what { WRITTEN, CREATED, RENAMED, REMOVED };

/* What has to be done to take one operation back. */
struct undo {
    enum what what;
    int synced;
    dev_t device; /* of the file, or of the folder that holds the name */
    ino_t inode;
    int file; /* a descriptor of our own */
    off_t offset, size;
    size_t length;
    char *bytes;
    char *name, *other, *lost;
};

static struct undo *undos;
static size_t undo_count, undo_room;
static long operations;
static int mode; /* 0 none, 1 count, 2 fail, 3 full, 4 power */
static long at;
static int error_number;
static int undone = 100;
static const char *folder;
static size_t folder_length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int inside;

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static void begin(void) {
    const char *text = getenv("FAULTS_MODE");
    folder = getenv("FAULTS_FOLDER");
    if (!text || !folder) return;
    folder_length = strlen(folder);
    mode = !strcmp(text, "count") ? 1 : !strcmp(text, "fail") ? 2 : !strcmp(text, "full") ? 3 : 4;
    at = atol(getenv("FAULTS_AT") ? getenv("FAULTS_AT") : "0");
    error_number = atoi(getenv("FAULTS_ERROR") ? getenv("FAULTS_ERROR") : "5");
    undone = atoi(getenv("FAULTS_UNDONE") ? getenv("FAULTS_UNDONE") : "100");
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static int is_ours(const char *path) {
    pthread_once(&once, begin);
    if (!mode || inside || strncmp(path, folder, folder_length) || path[folder_length] != '/') return 0;
    size_t length = strlen(path);
    return !(length > 4 && !strcmp(path + length - 4, "-shm")) && !(length > 5 && !strcmp(path + length - 5, ".lock"));
}

/* The whole name, also of a path that is relative. */
static const char *whole(const char *path, char *room) {
    if (path[0] == '/') return path;
    if (!getcwd(room, 2048)) return path;
    strncat(room, "/", 4095 - strlen(room));
    strncat(room, path, 4095 - strlen(room));
    return room;
}

static int name_of(int file, char *name) {
    char link[64];
    pthread_once(&once, begin);
    if (!mode || inside) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, name, 4095);
    if (length < 0) return 0;
    name[length] = 0;
    return is_ours(name) || (!strncmp(name, folder, folder_length) && !name[folder_length]);
}

static void remember(struct undo undo) {
    if (mode != 4) return;
    if (undo_count == undo_room) {
        undo_room = undo_room ? 2 * undo_room : 1024;
        undos = realloc(undos, undo_room * sizeof *undos);
    }
    undos[undo_count++] = undo;
}

static void of_folder(struct undo *undo, const char *name) {
    char parent[4096];
    struct stat is;
    snprintf(parent, sizeof parent, "%s", name);
    char *slash = strrchr(parent, '/');
    if (slash) *slash = 0;
    if (!stat(parent, &is)) undo->device = is.st_dev, undo->inode = is.st_ino;
}

static char *keep(const char *name) {
    static int number;
    char *lost = NULL;
    if (mode != 4 || access(name, F_OK)) return NULL;
    if (asprintf(&lost, "%s.lost/%d-%d", folder, getpid(), number++) < 0) return NULL;
    return link(name, lost) ? NULL : lost;
}

static void take_back(void) {
    size_t open = 0, seen = 0;
    for (size_t i = 0; i < undo_count; i++) open += !undos[i].synced;
    for (size_t i = undo_count; i-- > 0;) {
        struct undo *one = &undos[i];
        if (one->synced) continue;
        if (seen++ * 100 >= open * (size_t)undone) break;
        switch (one->what) {
        case WRITTEN:
            if (one->length && pwrite(one->file, one->bytes, one->length, one->offset) < 0) perror("faulty");
            if (ftruncate(one->file, one->size)) perror("faulty");
            break;
        case CREATED: unlink(one->name); break;
        case RENAMED:
            rename(one->name, one->other);
            if (one->lost) rename(one->lost, one->name);
            break;
        case REMOVED:
            if (one->lost) rename(one->lost, one->name);
            break;
        }
    }
}

/* Counts an operation, with the lock held; returns whether it fails. */
static int fails(int writes) {
    operations++;
    if (mode == 1 || mode == 4) {
        char text[32];
        const char *path = getenv("FAULTS_COUNT");
        int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
        if (file >= 0) {
            int length = snprintf(text, sizeof text, "%ld\n", operations);
            if (write(file, text, length) != length) perror("faulty");
            close(file);
        }
    }
    if (mode == 2 && operations == at) return errno = error_number, 1;
    if (mode == 3 && operations >= at && writes) return errno = error_number, 1;
    if (mode == 4 && operations == at) {
        take_back();
        kill(getpid(), SIGKILL);
    }
    return 0;
}

static void enter(void) {
    pthread_mutex_lock(&lock);
    inside = 1;
}

static void leave(void) {
    int kept = errno;
    inside = 0;
    pthread_mutex_unlock(&lock);
    errno = kept;
}

/* Remembers what is where something is about to be written. */
static void before_write(int file, off_t offset, size_t length, off_t size_after) {
    struct undo undo = {.what = WRITTEN, .offset = offset};
    struct stat is;
    char link[64];
    if (mode != 4 || fstat(file, &is)) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    undo.file = -1;
    for (size_t i = 0; i < undo_count; i++)
        if (undos[i].what == WRITTEN && undos[i].device == is.st_dev && undos[i].inode == is.st_ino) undo.file = undos[i].file;
    if (undo.file < 0) undo.file = open(link, O_RDWR | O_CLOEXEC);
    undo.device = is.st_dev, undo.inode = is.st_ino, undo.size = is.st_size;
    if (size_after >= 0) undo.offset = size_after, length = is.st_size > size_after ? is.st_size - size_after : 0;
    if (undo.offset < is.st_size && length) {
        undo.length = (off_t)length < is.st_size - undo.offset ? length : (size_t)(is.st_size - undo.offset);
        undo.bytes = malloc(undo.length);
        if (pread(undo.file, undo.bytes, undo.length, undo.offset) != (ssize_t)undo.length) undo.length = 0;
    }
    remember(undo);
}

static off_t position(int file) {
    struct stat is;
    int flags = fcntl(file, F_GETFL);
    if (flags >= 0 && (flags & O_APPEND) && !fstat(file, &is)) return is.st_size;
    return lseek(file, 0, SEEK_CUR);
}

ssize_t write(int file, const void *bytes, size_t length) {
    REAL(ssize_t, "write", int, const void *, size_t);
    char name[4096];
    if (!name_of(file, name)) return real(file, bytes, length);
    enter();
    ssize_t done = -1;
    if (!fails(1)) before_write(file, position(file), length, -1), done = real(file, bytes, length);
    leave();
    return done;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    char name[4096];
    if (!name_of(file, name)) return real(file, parts, count);
    enter();
    ssize_t done = -1;
    size_t length = 0;
    for (int i = 0; i < count; i++) length += parts[i].iov_len;
    if (!fails(1)) before_write(file, position(file), length, -1), done = real(file, parts, count);
    leave();
    return done;
}

#define PWRITE(function, offset_type) \
    ssize_t function(int file, const void *bytes, size_t length, offset_type offset) { \
        REAL(ssize_t, #function, int, const void *, size_t, offset_type); \
        char name[4096]; \
        if (!name_of(file, name)) return real(file, bytes, length, offset); \
        enter(); \
        ssize_t done = -1; \
        if (!fails(1)) before_write(file, offset, length, -1), done = real(file, bytes, length, offset); \
        leave(); \
        return done; \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATE(function, offset_type) \
    int function(int file, offset_type size) { \
        REAL(int, #function, int, offset_type); \
        char name[4096]; \
        if (!name_of(file, name)) return real(file, size); \
        enter(); \
        int done = -1; \
        if (!fails(1)) before_write(file, size, 0, size), done = real(file, size); \
        leave(); \
        return done; \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define SYNC(function) \
    int function(int file) { \
        REAL(int, #function, int); \
        char name[4096]; \
        struct stat is; \
        if (!name_of(file, name)) return real(file); \
        enter(); \
        int done = -1; \
        if (!fails(0)) { \
            done = real(file); \
            if (!done && !fstat(file, &is)) \
                for (size_t i = 0; i < undo_count; i++) \
                    if (undos[i].device == is.st_dev && undos[i].inode == is.st_ino) undos[i].synced = 1; \
        } \
        leave(); \
        return done; \
    }
SYNC(fsync)
SYNC(fdatasync)

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    char a[4096], b[4096];
    from = whole(from, a), to = whole(to, b);
    if (!is_ours(from) && !is_ours(to)) return real(from, to);
    enter();
    int done = -1;
    if (!fails(1)) {
        struct undo undo = {.what = RENAMED, .name = strdup(to), .other = strdup(from), .lost = keep(to)};
        of_folder(&undo, to);
        if (!(done = real(from, to))) remember(undo);
    }
    leave();
    return done;
}

int link(const char *from, const char *to) {
    REAL(int, "link", const char *, const char *);
    char a[4096], b[4096];
    from = whole(from, a), to = whole(to, b);
    if (!is_ours(to)) return real(from, to);
    enter();
    int done = -1;
    if (!fails(1)) {
        struct undo undo = {.what = CREATED, .name = strdup(to)};
        of_folder(&undo, to);
        if (!(done = real(from, to))) remember(undo);
    }
    leave();
    return done;
}

int linkat(int at_from, const char *from, int at_to, const char *to, int flags) {
    REAL(int, "linkat", int, const char *, int, const char *, int);
    if (at_from == AT_FDCWD && at_to == AT_FDCWD && !inside && !flags) return link(from, to);
    return real(at_from, from, at_to, to, flags);
}

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    char a[4096];
    path = whole(path, a);
    if (!is_ours(path)) return real(path);
    enter();
    int done = -1;
    if (!fails(0)) {
        struct undo undo = {.what = REMOVED, .name = strdup(path), .lost = keep(path)};
        of_folder(&undo, path);
        if (!(done = real(path))) remember(undo);
    }
    leave();
    return done;
}

#define OPEN(function) \
    int function(const char *path, int flags, ...) { \
        REAL(int, #function, const char *, int, ...); \
        char a[4096]; \
        va_list more; \
        va_start(more, flags); \
        mode_t mode_of_file = (flags & O_CREAT) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        if (!(flags & (O_CREAT | O_TRUNC)) || !is_ours(path = whole(path, a))) return real(path, flags, mode_of_file); \
        enter(); \
        struct stat is; \
        int is_new = stat(path, &is) != 0, done = -1, old; \
        if ((!is_new && !(flags & O_TRUNC)) || !fails(1)) { \
            if (!is_new && (flags & O_TRUNC) && (old = real(path, O_RDWR | O_CLOEXEC)) >= 0) \
                before_write(old, 0, 0, 0), close(old); \
            done = real(path, flags, mode_of_file); \
            if (done >= 0 && is_new) { \
                struct undo undo = {.what = CREATED, .name = strdup(path)}; \
                of_folder(&undo, path); \
                remember(undo); \
            } \
        } \
        leave(); \
        return done; \
    }
OPEN(open)
OPEN(open64)
