// A simulated run that can be asked about any moment: its timeline, the data of its call, its
// phases.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "sim/schedule/contract.h"
#include "sim/timeline/link_loads.h"
#include "sim/timeline/timeline.h"

namespace treering::app::simulation {

// Data of a call: ranges of the space that all of them lie in (sim/schedule/contract.h).

using DataRange = sim::schedule::Range;
using Data = std::vector<DataRange>;  // ascending, without overlap

inline bool have_common(const Data& a, const Data& b) {
  auto one = a.begin();
  auto other = b.begin();
  while (one != a.end() && other != b.end()) {
    if (one->end() <= other->begin) {
      ++one;
    } else if (other->end() <= one->begin) {
      ++other;
    } else {
      return true;
    }
  }
  return false;
}

// A simulated run that can be asked about any moment.

/// A channel by the group whose communicator it belongs to.
struct GroupChannel {
  std::string group;
  int channel = 0;  // in the communicator
};

/// Times are from the first message on. May be copied, which takes no time, and asked from several
/// threads.
struct Recorded {
  std::shared_ptr<const sim::timeline::Timeline> timeline;
  std::shared_ptr<const sim::timeline::LinkLoads> loads;
  std::shared_ptr<const sim::timeline::LinkNames> link_names;
  std::vector<GroupChannel> channels;  // by channel; empty: there are no groups
  std::string part;                    // what of the run this is; empty: all
  double first_message_us = 0;         // after the call; of groups: after time 0 of their starts

  bool has_loads() const { return loads != nullptr; }
};

// Phases of a simulated run: a ring's reduce-scatter and its all-gather, a tree's way up and its
// way down, a loop of chunks, an exchange of pairs.
//
// Two kinds of steps begin one:
//   - A rank sends values of its own. So begin reduce-scatter, the way up, each further loop of
//     chunks, and each exchange of algorithms that go in exchanges.
//   - In an all_reduce a rank gets values that are combined for good. So begin all-gather and the
//     way down.
// Ranks do this one after another, and streams more than once. The n-th phase of a kind begins when
// the first rank begins a step that is the n-th of its stream. Phases of a pipeline overlap.

/// When phases begin, us, ascending, from 0 on; of each kind the first `most`.
std::vector<double> phases_of(const Recorded& run, std::size_t most);

}  // namespace treering::app::simulation
