// How a call is carried, by name: our own algorithms stand beside NCCL's.
#pragma once

#include <string>

namespace treering::sim {

/// An algorithm, a protocol and a number of channels: what was forced, chosen, advised or expected.
/// An empty name leaves the choice free; in a choice that was made it says that there was none.
struct Way {
  std::string algorithm;  // "NVLSTree"; of a library on CPUs "recursive_doubling"
  std::string protocol;   // "LL128"; always empty of a library that has none
  int channels = 0;       // that carry data; 0: unknown, or as many as the library takes

  /// Whether all is left to the library.
  bool is_default() const { return *this == Way(); }
  bool is_named() const { return !algorithm.empty() || !protocol.empty(); }
  /// Whether only the number of channels may differ.
  bool has_names_of(const Way& other) const {
    return algorithm == other.algorithm && protocol == other.protocol;
  }
  auto operator<=>(const Way&) const = default;
};

}  // namespace treering::sim
