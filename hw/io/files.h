// Files behind an interface: what reads them takes a Files and is tested with FakeFiles.
#pragma once

#include <cstddef>
#include <string>

#include "core/result.h"

namespace treering::hw::io {

/// Far above any topology (the largest public one has 0.3 MB), far below what fills memory.
inline constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20U;

class Files {
 public:
  Files() = default;
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  virtual ~Files() = default;

  /// Whether something stands at `path`, of whatever kind.
  [[nodiscard]] virtual bool exists(const std::string& path) const = 0;

  /// The content of a file. Fails with Category::BadInput when it is absent, no ordinary file,
  /// unreadable or larger than `most`; what is too large is not read.
  [[nodiscard]] virtual core::Result<std::string> read(const std::string& path,
                                                       std::size_t most) const = 0;
};

/// The files of this machine. What the process has open (/dev/stdin, /dev/fd/N) is read until its
/// end or the limit, be it a pipe or a terminal; by any other name these are refused.
class RealFiles final : public Files {
 public:
  [[nodiscard]] bool exists(const std::string& path) const override;
  [[nodiscard]] core::Result<std::string> read(const std::string& path,
                                               std::size_t most) const override;
};

}  // namespace treering::hw::io
