#include "tuner/launch/own_folder.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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
  const bool is_mark = mark.size() == 8 &&
                       std::ranges::all_of(mark, [](unsigned char one) { return isxdigit(one); });
  return is_mark ? mark : "00000000";
}

/// Through its descriptor: nobody can put another folder in its place.
void remove_content(int descriptor) {
  std::error_code ignored;
  const fs::path path = fmt::format("/proc/self/fd/{}", descriptor);
  for (fs::directory_iterator next(path, ignored), end; !ignored && next != end;) {
    const fs::path inside = next->path();
    next.increment(ignored);
    std::error_code kept;
    fs::remove_all(inside, kept);
  }
}

void remove_folder(const std::string& path, int descriptor) {
  remove_content(descriptor);
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

/// The folder that was just made, locked; nothing where another process took it for one that was
/// left.
std::optional<int> locked(const std::string& path) {
  const int descriptor = open_own_folder(path);
  if (descriptor < 0) return {};
  // Shared: it takes no right to write, which a file system over the network may ask for. One that
  // has no locks has none for the others either, who then leave the folder alone.
  const bool is_taken = flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!is_taken && is_same(path, descriptor)) return descriptor;
  close(descriptor);
  return {};
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
    if (const auto descriptor = locked(path)) return OwnFolder(std::move(path), *descriptor);
    rmdir(path.c_str());
  }
  return core::environment_error(parent, "folders made there are not ours",
                                 "expected a file system that keeps owner and mode");
}

core::Result<OwnFolder> OwnFolder::temporary() {
  const char* const folder = std::getenv("TMPDIR");
  auto made = in(folder == nullptr || *folder == '\0' ? "/tmp" : folder, "treering");
  if (made) return made;
  core::Error error = made.error();
  error.hint = "set TMPDIR";
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
