// The algorithm that ran, as a witness saw it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/way.h"
#include "tuner/measure/configuration.h"
#include "tuner/measure/messages.h"

namespace treering::tuner::measure {

// What was seen to run.

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

// Which algorithm sends this? What ran is judged by what went over the wires, not by what was asked
// for: a library that does not know an algorithm runs another and says nothing.
//
// Of the witness "messages" every message is known, and compared with the patterns of sim/hosts. Of
// the witness "bytes" only sums for each pair of ranks are known; they are compared with those of
// Gloo (gloo_traffic.h).

/// All names of algorithms that send exactly `sent` in one call, sorted; none where no known one
/// does. \pre `sent` is sorted, equal ones counted
std::vector<std::string> algorithms_that_send(const std::vector<Sent>& sent,
                                              const Configuration& call, int ranks);

/// Likewise with `bytes` in all from one rank to another, one entry for each pair.
std::vector<std::string> algorithms_with_traffic(const std::vector<Sent>& bytes,
                                                 const Configuration& call, int ranks);

/// Whether the algorithm would be recognised by a witness: what is not can have run unseen.
bool is_recognised(const std::string& witness, core::Collective collective,
                   const std::string& algorithm);

}  // namespace treering::tuner::measure
