// Files by path: the names and errors of POSIX, reading behind an interface, and whether a file has
// changed since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace treering::hw::io {

// What POSIX's error numbers and the names of open files mean.

/// The system's words for an error number, as our messages begin: "no space left on device".
std::string system_message(int error_number);

/// The descriptor that a path names: of this process's standard streams, and of what a shell's
/// <(...) gives ("/dev/stdout", "/dev/fd/63"). Nothing for other paths.
std::optional<int> open_descriptor(std::string_view path);

// Files behind an interface: readers take a Files, and tests give them FakeFiles.

/// Far above any topology (the largest public one has 0.3 MB), far below what fills memory.
inline constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20U;

/// The path that stands for standard input; a file of that name is ./-.
inline constexpr std::string_view kStandardInput = "-";

/// What messages and machines are named by: the path in printable form, "stdin" for "-".
std::string shown_path(std::string_view path);

class Files {
 public:
  Files() = default;
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  virtual ~Files() = default;

  /// Whether something stands at `path`, of whatever kind.
  [[nodiscard]] virtual bool exists(const std::string& path) const = 0;

  /// The content of a file. Fails with Category::BadInput when it is absent, not an ordinary file,
  /// unreadable or larger than `most`; a larger file is not read.
  [[nodiscard]] virtual core::Result<std::string> read(const std::string& path,
                                                       std::size_t most) const = 0;
};

/// The files of this machine. What the process has open (/dev/stdin, /dev/fd/N) is read until its
/// end or the limit, be it a pipe or a terminal; by any other name these are refused. "-" is
/// standard input unless that is a terminal or empty. A pipe gives its text once: this object keeps
/// it for those who read it again, so readers of one question share a RealFiles. Not for several
/// threads at once.
class RealFiles final : public Files {
 public:
  [[nodiscard]] bool exists(const std::string& path) const override;
  [[nodiscard]] core::Result<std::string> read(const std::string& path,
                                               std::size_t most) const override;

 private:
  mutable std::optional<std::string> piped_;  // from standard input
};

// The state of a file at a moment: an answer that was made of it is right for as long as the file
// has the same one.

/// All zero but the path: nothing is there. Of a folder the bytes are those of all that is in it,
/// and the times those of the newest of it.
struct FileStamp {
  std::string path;
  std::uint64_t number = 0;  // of the inode: another file may take the name
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;  // since 1970
  std::int64_t changed_ns = 0;   // of the inode: a program that copies may set the other one back
  bool operator==(const FileStamp&) const = default;
};

/// The stamp of an ordinary file, of a folder, or of a path where nothing is. Nothing for what can
/// be read only once: standard input, pipes, devices.
std::optional<FileStamp> stamp_of(const std::string& path);

using FileStamps = std::vector<FileStamp>;
/// Of those that have one.
FileStamps stamps_of(const std::vector<std::string>& paths);

}  // namespace treering::hw::io
