#include "hw/io/files.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "hw/io/posix_names.h"

namespace treering::hw::io {
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
      return "no ordinary file";
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
                     "what a program prints can be given as /dev/stdin");
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return bad_input(path, system_message(error.value()));
  if (size > most) return too_large(path, fmt::format("{} bytes, more than {}", size, most));
  return static_cast<std::size_t>(size);
}

}  // namespace

bool RealFiles::exists(const std::string& path) const {
  std::error_code ignored;  // no permission to look counts as absent
  return fs::exists(path, ignored);
}

core::Result<std::string> RealFiles::read(const std::string& path, std::size_t most) const {
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

}  // namespace treering::hw::io
