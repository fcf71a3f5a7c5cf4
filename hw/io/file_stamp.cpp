#include "hw/io/file_stamp.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <sys/stat.h>

#include "hw/io/files.h"

namespace treering::hw::io {
namespace {

namespace fs = std::filesystem;

// Twice the largest recording that is known, one of hwloc's; 20 ms.
constexpr int kMostEntries = 20'000;

std::int64_t ns_of(const timespec& time) {
  constexpr std::int64_t kNsPerSecond = 1'000'000'000;
  return time.tv_sec * kNsPerSecond + time.tv_nsec;
}

void add(const struct stat& status, FileStamp& stamp) {
  stamp.bytes += static_cast<std::uint64_t>(status.st_size);
  stamp.modified_ns = std::max(stamp.modified_ns, ns_of(status.st_mtim));
  stamp.changed_ns = std::max(stamp.changed_ns, ns_of(status.st_ctim));
}

/// A file that comes or goes changes the times of its folder.
void add_entries(const std::string& folder, FileStamp& stamp) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (int i = 0; !error && i < kMostEntries && entry != fs::recursive_directory_iterator(); ++i) {
    struct stat status {};
    if (lstat(entry->path().c_str(), &status) == 0) add(status, stamp);
    entry.increment(error);
  }
}

}  // namespace

std::optional<FileStamp> stamp_of(const std::string& path) {
  if (path == kStandardInput) return std::nullopt;
  FileStamp stamp{path};
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return stamp;
  const bool is_folder = S_ISDIR(status.st_mode);
  if (!is_folder && !S_ISREG(status.st_mode)) return std::nullopt;
  stamp.number = status.st_ino;
  add(status, stamp);
  if (is_folder) add_entries(path, stamp);
  return stamp;
}

FileStamps stamps_of(const std::vector<std::string>& paths) {
  FileStamps stamps;
  for (const std::string& path : paths) {
    if (auto stamp = stamp_of(path)) stamps.push_back(*std::move(stamp));
  }
  return stamps;
}

}  // namespace treering::hw::io
