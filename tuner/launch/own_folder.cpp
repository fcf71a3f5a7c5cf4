#include "tuner/launch/own_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text/reading.h"
#include "tuner/launch/open_files.h"

namespace treering::tuner::launch {
namespace {

namespace fs = std::filesystem;

/// Tells this machine, since it was started, from others that see the same folders: their locks may
/// be unknown here. Eight digits.
std::string machine_mark() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  std::getline(file, id);
  std::string mark = id.substr(0, 8);
  const bool is_mark = mark.size() == 8 && std::ranges::all_of(mark, core::is_hex_digit);
  return is_mark ? mark : "00000000";
}

/// Whether processes of ours make files with that name in such a folder.
bool is_own_file(std::string_view name) {
  if (std::ranges::find(OwnFolder::kFiles, name) != OwnFolder::kFiles.end()) return true;
  if (!name.starts_with(OwnFolder::kLog)) return false;
  const auto rank = name.substr(OwnFolder::kLog.size());
  return !rank.empty() && std::ranges::all_of(rank, core::is_digit);
}

/// Removes our files, one by one, and then the folder unless it has others: whoever may write where
/// it stands can give the name of one of ours to another folder of this user. Through its
/// descriptor, so that nobody can put another folder in its place.
void remove_folder(const std::string& path, int descriptor) {
  std::error_code ignored;
  std::vector<std::string> names;
  const fs::path inside = fmt::format("/proc/self/fd/{}", descriptor);
  for (fs::directory_iterator next(inside, ignored), end; !ignored && next != end;
       next.increment(ignored)) {
    names.push_back(next->path().filename().string());
  }
  for (const std::string& name : names) {
    if (is_own_file(name)) unlinkat(descriptor, name.c_str(), 0);
  }
  rmdir(path.c_str());
}

/// Removes the folders whose processes have gone.
void remove_left_ones(const std::string& parent, const std::string& beginning) {
  std::error_code ignored;
  for (fs::directory_iterator next(parent, ignored), end; !ignored && next != end;
       next.increment(ignored)) {
    const fs::path path = next->path();
    if (!path.filename().string().starts_with(beginning)) continue;
    const int descriptor = open_own_folder(path);
    if (descriptor < 0) continue;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) remove_folder(path, descriptor);
    close(descriptor);
  }
}

bool is_same(const std::string& path, int descriptor) {
  struct stat there {};
  struct stat here {};
  return lstat(path.c_str(), &there) == 0 && fstat(descriptor, &here) == 0 &&
         there.st_ino == here.st_ino && there.st_dev == here.st_dev;
}

/// Locks the folder that was just made. False where another process took it for one that was left.
bool lock_own(const std::string& path, int descriptor) {
  // Shared: it takes no right to write, which a file system over the network may ask for. One that
  // has no locks has none for the others either, who then leave the folder alone.
  const bool is_taken = flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  return !is_taken && is_same(path, descriptor);
}

}  // namespace

int open_own_folder(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return -1;
  struct stat facts {};
  constexpr mode_t kOthers = 077;
  const bool is_own =
      fstat(descriptor, &facts) == 0 && facts.st_uid == geteuid() && (facts.st_mode & kOthers) == 0;
  if (is_own) return descriptor;
  close(descriptor);
  errno = 0;
  return -1;
}

core::Result<OwnFolder> OwnFolder::in(const std::string& parent, std::string_view prefix) {
  const std::string beginning = fmt::format("{}-{}-", prefix, machine_mark());
  remove_left_ones(parent, beginning);
  constexpr int kTries = 10;
  for (int i = 0; i < kTries; ++i) {
    std::string path = fmt::format("{}/{}XXXXXX", parent, beginning);
    if (mkdtemp(path.data()) == nullptr) {
      return core::environment_error(parent, std::strerror(errno),
                                     "expected a folder in which we can make one");
    }
    const int descriptor = open_own_folder(path);
    const int code = errno;
    if (descriptor >= 0 && lock_own(path, descriptor))
      return OwnFolder(std::move(path), descriptor);
    rmdir(path.c_str());
    if (descriptor >= 0) close(descriptor);
    if (descriptor < 0 && is_out_of_files(code)) return no_room_for_files(path, code);
  }
  return core::environment_error(parent, "folders made there are not ours",
                                 "expected a file system that keeps owner and mode");
}

core::Result<OwnFolder> OwnFolder::temporary() {
  const char* const folder = std::getenv("TMPDIR");
  auto made = in(folder == nullptr || *folder == '\0' ? "/tmp" : folder, "treering");
  if (made) return made;
  core::Error error = made.error();
  if (error.hint.empty()) error.hint = "set TMPDIR";
  return core::fail(std::move(error));
}

OwnFolder::OwnFolder(OwnFolder&& other) noexcept
    : path_(std::exchange(other.path_, "")), descriptor_(std::exchange(other.descriptor_, -1)) {}

OwnFolder::~OwnFolder() {
  if (descriptor_ < 0) return;
  remove_folder(path_, descriptor_);
  close(descriptor_);
}

std::string OwnFolder::file(std::string_view name) const {
  return fmt::format("{}/{}", path_, name);
}

}  // namespace treering::tuner::launch
