// How a call is carried, by name: our own algorithms stand beside NCCL's.
#pragma once

#include <string>

namespace treering::sim {

/// An algorithm, a protocol, a number of channels and whose they are: what was forced, chosen,
/// advised or expected. An empty name leaves the choice free; in a choice that was made it says
/// that there was none.
struct Way {
  std::string algorithm;  // "NVLSTree"; of a library on CPUs "recursive_doubling"
  std::string protocol;   // "LL128"; always empty of a library that has none
  int channels = 0;       // that carry data; 0: unknown, or as many as the library takes
  std::string library;    // on CPUs: "mpi", "gloo"; empty: NCCL, or the one that is asked about

  /// Whether all is left to the library.
  bool is_default() const { return !is_named() && channels == 0; }
  bool is_named() const { return !algorithm.empty() || !protocol.empty(); }
  /// Whether only the number of channels may differ.
  bool has_names_of(const Way& other) const {
    return algorithm == other.algorithm && protocol == other.protocol;
  }
  /// The same with any number of channels.
  Way names() const { return {algorithm, protocol, 0, library}; }
  auto operator<=>(const Way&) const = default;
};

/// "Tree/LL", "Tree", "LL".
inline std::string text_of(const Way& way) {
  if (way.algorithm.empty() || way.protocol.empty()) return way.algorithm + way.protocol;
  return way.algorithm + "/" + way.protocol;
}

}  // namespace treering::sim
