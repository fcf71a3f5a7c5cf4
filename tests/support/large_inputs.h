// Files at the limits of what is read, and far beyond them.
#pragma once

#include <ostream>
#include <span>

namespace treering::test {

struct LargeInput {
  enum class Shows { Machine, Run, Nothing };

  const char* file;  // with the extension of its format
  const char* what;
  void (*write)(std::ostream& out);
  Shows shows;
  const char* error;  // of those without a machine: its beginning, after the file's name
};

/// The largest machine that each format can hold; 10^6 devices, keys or attributes; logs of 16 MB.
std::span<const LargeInput> large_inputs();

}  // namespace treering::test
