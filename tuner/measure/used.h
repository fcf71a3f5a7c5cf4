// What was seen to run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/way.h"
#include "tuner/measure/configuration.h"

namespace treering::tuner::measure {

struct Used {
  std::string witness;
  /// All that would have sent these messages, with the same protocol and number of channels. Empty:
  /// no witness, or messages of no known algorithm.
  std::vector<sim::Way> ways;
  int messages = 0;  // that all ranks sent in one call; 0: unknown

  /// Whether that algorithm would have sent these messages.
  bool may_be(std::string_view algorithm) const;
  /// Their names.
  std::vector<std::string> algorithms() const;
  bool is_known() const { return !ways.empty(); }
  bool operator==(const Used&) const = default;
};

/// "ring or segmented_ring", "tree/ll/2 ch"; empty where it is not known.
std::string text_of(const Used& used);

/// Whether an algorithm was asked for, and another ran. Not where the witness would not have
/// recognised it.
bool is_another_algorithm(const Used& used, const Configuration& asked);

/// Whether both are known, and no algorithm can have run in both: two witnesses may know more and
/// less, and name more and fewer.
bool ran_otherwise(const Used& one, const Used& other);

}  // namespace treering::tuner::measure
