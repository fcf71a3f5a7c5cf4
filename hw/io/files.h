// Files behind an interface: readers take a Files, and tests give them FakeFiles.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::hw::io {

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

}  // namespace treering::hw::io
