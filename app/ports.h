// What a call puts on the network ports of a node, as people look at adapters.
#pragma once

#include <optional>

#include "app/job.h"
#include "core/units.h"
#include "sim/predict.h"

namespace treering::app {

struct PortShare {
  core::Bandwidth
      carried;           // each way by the busiest port, with what the protocol sends beside data
  core::Bandwidth rate;  // of that port
  int used = 0;          // ports of a node by which the call leaves it; 0: unknown
  int ports = 0;         // of a node
  bool operator==(const PortShare&) const = default;
};

/// For a call that is carried as the row says and takes `time`, predicted or measured. Nothing on
/// one node, from models without parts of a time, and where the ports of a node have no rate in
/// common.
std::optional<PortShare> port_share(const Job& job, const sim::Prediction& row,
                                    core::Duration time);

}  // namespace treering::app
