// What was seen to run.
#pragma once

#include <string>
#include <vector>

#include "tuner/measure/configuration.h"

namespace treering::tuner::measure {

/// Empty algorithms: no witness, or messages of no algorithm that is known.
struct Used {
  std::string witness;
  std::vector<std::string> algorithms;  // all that would have sent these messages
  std::string protocol;
  int channels = 0;
  int messages = 0;  // that all ranks sent in one call; 0: unknown

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
