// Writes a whole file: beside the old one first, then under its name, so that a failure leaves the
// old one unchanged.
//
// The new file keeps the permission bits and, where the system lets it, the owner of the old one.
// Links are followed to what they lead to. Another name of the old file (a hard link) keeps the old
// content. Devices, pipes and what the process has open (/dev/stdout) are written in place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "core/result.h"

namespace treering::hw::io {

/// The system calls of writing: POSIX's functions of these names, with errno where they fail. Tests
/// replace them by failures.
class WriteCalls {
 public:
  WriteCalls() = default;
  WriteCalls(const WriteCalls&) = delete;
  WriteCalls& operator=(const WriteCalls&) = delete;
  virtual ~WriteCalls() = default;

  [[nodiscard]] virtual ssize_t write(int file, const char* bytes, std::size_t count) const;
  [[nodiscard]] virtual int fsync(int file) const;
  [[nodiscard]] virtual int close(int file) const;
  [[nodiscard]] virtual int rename(const char* from, const char* to) const;
};

/// Fails with Category::Environment and the system's reason; then nothing has changed, unless
/// `path` is written in place.
core::Result<void> write_file(const std::string& path, std::string_view text,
                              const WriteCalls& calls = WriteCalls());

/// Fails as write_file() would, as far as that is known before there is a text: no such folder, no
/// permission. For those who work long before they write.
core::Result<void> check_writable(const std::string& path);

/// Writes `path` in place, and creates it if needed. For files that nobody reads before further
/// steps are done.
core::Result<void> write_in_place(const std::string& path, std::string_view text,
                                  const WriteCalls& calls = WriteCalls());

/// The error that `path` cannot be written, and why.
core::Failure cannot_write(const std::string& path, int error_number);

}  // namespace treering::hw::io
