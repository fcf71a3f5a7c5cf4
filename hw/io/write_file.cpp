#include "hw/io/write_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/io/files.h"

namespace treering::hw::io {
namespace {

namespace fs = std::filesystem;
using core::Result;

constexpr mode_t kPermissionBits = 0777;
constexpr mode_t kAnybody = 0666;  // less what the umask takes away
constexpr mode_t kOwnerOnly = 0600;

std::string hint_for(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return "check that the folder exists";
    case EACCES:
    case EPERM:
    case EROFS:
      return "check that you may write there, and make new files in that folder";
    default:
      return "";
  }
}

/// 0 for a call that went well, else its error number.
int error_of(int result) {
  return result == 0 ? 0 : errno;
}

/// 0, or the number of the error.
int write_all(int file, std::string_view text, const WriteCalls& calls) {
  while (!text.empty()) {
    const ssize_t count = calls.write(file, text.data(), text.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

int sync_file(int file, const WriteCalls& calls) {
  const int failed = error_of(calls.fsync(file));
  // Some file systems have no such call; then the close is what counts.
  return failed == EINVAL || failed == ENOSYS || failed == ENOTSUP ? 0 : failed;
}

/// Sets errno where not.
bool may(const std::string& path, int what) {
  return faccessat(AT_FDCWD, path.c_str(), what, AT_EACCESS) == 0;
}

/// Where the links that `path` may be lead to, whether something is there or not.
Result<std::string> end_of_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as Linux follows (man 7 path_resolution)
  fs::path at(path);
  for (int i = 0; i < kMostLinks; ++i) {
    std::error_code error;
    if (open_descriptor(at.string()) || !fs::is_symlink(at, error)) return at.string();
    const fs::path to = fs::read_symlink(at, error);
    if (error) return cannot_write(path, error.value());
    at = at.parent_path() / to;
  }
  return cannot_write(path, ELOOP);
}

/// The new file under a name of its own, until it takes that of the old one.
class NewFile {
 public:
  NewFile(fs::path target, const WriteCalls& calls) : target_(std::move(target)), calls_(calls) {}
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (!name_.empty()) unlink(name_.c_str());
  }

  /// 0, or the number of the error. `old` is the file to replace, if there is one.
  int write(std::string_view text, const std::optional<struct stat>& old) {
    const int file = open_new(old ? kOwnerOnly : kAnybody);
    if (file < 0) return errno;
    int failed = old ? take_after(*old, file) : 0;
    if (failed == 0) failed = write_all(file, text, calls_);
    if (failed == 0) failed = sync_file(file, calls_);
    const int closed = error_of(calls_.close(file));
    if (failed == 0) failed = closed;
    if (failed == 0) failed = error_of(calls_.rename(name_.c_str(), target_.c_str()));
    if (failed == 0) name_.clear();
    return failed;
  }

 private:
  int open_new(mode_t mode) {
    constexpr int kMostNames = 10'000;
    for (int i = 0; i < kMostNames; ++i) {
      const std::string name = target_.parent_path() / fmt::format(".treering-{}-{}", getpid(), i);
      const int file =
          open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
      if (file >= 0) name_ = name;
      if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
  }

  /// Gives the new file the permission bits of the old one.
  static int take_after(const struct stat& old, int file) {
    struct stat now {};
    if (fstat(file, &now) != 0) return errno;
    const bool is_of_another = now.st_uid != old.st_uid || now.st_gid != old.st_gid;
    // Mostly root alone may give files away; the file of anybody else stays the writer's.
    if (is_of_another && fchown(file, old.st_uid, old.st_gid) != 0) errno = 0;
    return error_of(fchmod(file, old.st_mode & kPermissionBits));
  }

  fs::path target_;
  const WriteCalls& calls_;
  std::string name_;
};

}  // namespace

ssize_t WriteCalls::write(int file, const char* bytes, std::size_t count) const {
  return ::write(file, bytes, count);
}

int WriteCalls::fsync(int file) const {
  return ::fsync(file);
}

int WriteCalls::close(int file) const {
  return ::close(file);
}

int WriteCalls::rename(const char* from, const char* to) const {
  return std::rename(from, to);
}

core::Failure cannot_write(const std::string& path, int error_number) {
  return core::environment_error(path, "cannot be written: " + system_message(error_number), "",
                                 hint_for(error_number));
}

Result<void> write_in_place(const std::string& path, std::string_view text,
                            const WriteCalls& calls) {
  const auto known = open_descriptor(path);
  const int file =
      known ? fcntl(*known, F_DUPFD_CLOEXEC, 0)
            : open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, kAnybody);
  if (file < 0) return cannot_write(path, errno);
  const int failed = write_all(file, text, calls);
  const int closed = error_of(calls.close(file));
  if (failed == 0 && closed == 0) return {};
  return cannot_write(path, failed != 0 ? failed : closed);
}

Result<void> check_writable(const std::string& path) {
  const auto target = end_of_links(path);
  if (!target) return core::fail(target.error());
  struct stat status {};
  const bool is_there = stat(target->c_str(), &status) == 0;
  if (is_there && S_ISDIR(status.st_mode)) return cannot_write(path, EISDIR);
  if (open_descriptor(*target) || (is_there && !S_ISREG(status.st_mode))) return {};
  if (is_there && !may(*target, W_OK)) return cannot_write(path, errno);
  const fs::path folder = fs::path(*target).parent_path();
  if (may(folder.empty() ? "." : folder.string(), W_OK | X_OK)) return {};
  return cannot_write(path, errno);
}

Result<void> write_file(const std::string& path, std::string_view text, const WriteCalls& calls) {
  const auto target = end_of_links(path);
  if (!target) return core::fail(target.error());
  if (open_descriptor(*target)) return write_in_place(*target, text, calls);
  struct stat status {};
  std::optional<struct stat> old;
  if (stat(target->c_str(), &status) == 0) old = status;
  if (old && S_ISDIR(old->st_mode)) return cannot_write(path, EISDIR);
  if (old && !S_ISREG(old->st_mode)) return write_in_place(*target, text, calls);
  // A file that is protected from writing is not replaced either.
  const bool is_closed = old && !may(*target, W_OK);
  const int failed = is_closed ? errno : NewFile(*target, calls).write(text, old);
  if (failed == 0) return {};
  core::Error error = cannot_write(path, failed).value();
  if (old && error.hint.empty()) error.hint = "the file that was there is unchanged";
  return core::fail(std::move(error));
}

}  // namespace treering::hw::io
