#include "hw/io/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::hw::io {

std::string system_message(int error_number) {
  std::string text = std::generic_category().message(error_number);
  if (!text.empty()) text[0] = core::lower_case(text[0]);
  return text;
}

std::optional<int> open_descriptor(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, int>, 3> kStreams{{
      {"/dev/stdin", STDIN_FILENO},
      {"/dev/stdout", STDOUT_FILENO},
      {"/dev/stderr", STDERR_FILENO},
  }};
  for (const auto& [name, number] : kStreams) {
    if (path == name) return number;
  }
  constexpr std::array<std::string_view, 3> kFolders{"/dev/fd/", "/proc/self/fd/",
                                                     "/proc/thread-self/fd/"};
  for (const std::string_view folder : kFolders) {
    if (!path.starts_with(folder)) continue;
    const auto number = core::whole_number<int>(path.substr(folder.size()));
    if (number && *number >= 0) return number;
  }
  return {};
}

namespace {

namespace fs = std::filesystem;
using core::bad_input;

core::Failure too_large(const std::string& path, const std::string& size) {
  return bad_input(path, size, "", "is this the right file?");
}

std::string_view name_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::fifo:
      return "a named pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::character:
    case fs::file_type::block:
      return "a device";
    default:
      return "not an ordinary file";
  }
}

/// Bytes to make room for. Refuses what cannot be read or need not be tried.
core::Result<std::size_t> expected_size(const std::string& path, std::size_t most) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    return bad_input(path, "file not found");
  }
  if (error) return bad_input(path, system_message(error.value()));
  if (fs::is_directory(status)) {
    return bad_input(path, "a directory", "expected a file");
  }
  if (!fs::is_regular_file(status)) {
    const auto open = open_descriptor(path);
    const bool is_output = open == STDOUT_FILENO || open == STDERR_FILENO;
    if (open && !is_output) return most;  // a pipe has no size to ask for
    // Nobody may ever write to it, and reading would wait for that.
    return bad_input(path, std::string(name_of(status.type())), "expected a file",
                     "give the output of a program as -");
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return bad_input(path, system_message(error.value()));
  if (size > most) return too_large(path, fmt::format("{} bytes, more than {}", size, most));
  return static_cast<std::size_t>(size);
}

core::Result<std::string> read_path(const std::string& path, std::size_t most) {
  const auto size = expected_size(path, most);
  if (!size) return core::fail(size.error());
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return bad_input(path, "cannot be opened: " + system_message(errno));
  }
  std::array<char, 1U << 16U> block{};
  std::string text;
  // Growing step by step would for a while hold the text twice; room that is not used costs
  // nothing.
  text.reserve(*size + block.size());
  while (text.size() <= most) {
    file.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    if (file.bad()) return bad_input(path, "cannot be read");
    if (!file) return text;
  }
  return too_large(path, fmt::format("more than {} bytes", most));
}

core::Result<std::string> read_standard_input(std::size_t most) {
  constexpr const char* kInput = "standard input";
  if (isatty(STDIN_FILENO) != 0) {
    return bad_input(kInput, "a terminal", "expected a file or the output of a program",
                     "for example nvidia-smi topo -m | treering show -");
  }
  auto text = read_path("/dev/stdin", most);
  if (!text) return text;
  if (text->empty()) {
    return bad_input(kInput, "empty", "expected the output of a program", "did that program fail?");
  }
  return text;
}

bool is_piped() {
  struct stat status {};
  return fstat(STDIN_FILENO, &status) == 0 && S_ISFIFO(status.st_mode);
}

}  // namespace

std::string shown_path(std::string_view path) {
  return path == kStandardInput ? "stdin" : core::printable(path);
}

bool RealFiles::exists(const std::string& path) const {
  if (path == kStandardInput) return true;
  std::error_code ignored;  // no permission to look counts as absent
  return fs::exists(path, ignored);
}

core::Result<std::string> RealFiles::read(const std::string& path, std::size_t most) const {
  if (path != kStandardInput) return read_path(path, most);
  if (piped_) return *piped_;
  auto text = read_standard_input(most);
  if (text && is_piped()) piped_ = *text;
  return text;
}

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
