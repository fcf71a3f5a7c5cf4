// Files at the limits of what is read, and far beyond them.
#pragma once

#include <ostream>
#include <span>

namespace treering::test {

struct LargeInput {
  const char* file;  // with the extension of its format
  const char* what;
  void (*write)(std::ostream& out);
  bool is_read;       // else refused
  const char* error;  // its beginning, after the file's name
};

/// The largest machine that each format can hold; 10^6 devices, keys or attributes.
std::span<const LargeInput> large_inputs();

}  // namespace treering::test
