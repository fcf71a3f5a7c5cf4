#include "hw/io/files.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

namespace treering::hw {
namespace {

namespace fs = std::filesystem;
using core::bad_input;

core::Failure too_large(const std::string& path, const std::string& size, std::size_t most) {
  return bad_input(path, size, fmt::format("expected at most {} bytes", most),
                   "is this the right file?");
}

/// Refuses what cannot be read or need not be tried.
core::Result<void> check_status(const std::string& path, std::size_t most) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    return bad_input(path, "file not found");
  }
  if (error) return bad_input(path, error.message());
  if (fs::is_directory(status)) {
    return bad_input(path, "a directory", "expected a file");
  }
  if (!fs::is_regular_file(status)) return {};  // a pipe has no size to ask for
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return bad_input(path, error.message());
  if (size > most) return too_large(path, fmt::format("{} bytes", size), most);
  return {};
}

}  // namespace

bool RealFiles::exists(const std::string& path) const {
  std::error_code ignored;  // no permission to look counts as absent
  return fs::exists(path, ignored);
}

core::Result<std::string> RealFiles::read(const std::string& path, std::size_t most) const {
  if (auto done = check_status(path, most); !done) return core::fail(done.error());
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return bad_input(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  std::string text;
  std::array<char, 1U << 16U> block{};
  while (text.size() <= most) {
    file.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    if (file.bad()) return bad_input(path, "cannot be read");
    if (!file) return text;
  }
  return too_large(path, fmt::format("more than {} bytes", most), most);
}

}  // namespace treering::hw
