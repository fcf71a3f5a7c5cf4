// A simulated run that can be asked about any moment.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/timeline/link_loads.h"
#include "sim/timeline/link_names.h"
#include "sim/timeline/timeline.h"

namespace treering::app::simulation {

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

}  // namespace treering::app::simulation
