// The times of calls if nodes are under leaf switches in another order than the job says: launchers
// that do not know the switches number nodes in any order.
#pragma once

#include <optional>
#include <vector>

#include "app/job.h"
#include "core/call.h"
#include "core/data_type.h"
#include "core/units.h"
#include "sim/predict.h"

namespace treering::app {

/// The time of one call in two orders of nodes.
struct OtherOrder {
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes bytes;
  core::Duration sorted;     // leaf by leaf, as the job has them
  core::Duration scattered;  // each next node under another leaf
  bool operator==(const OtherOrder&) const = default;
};

/// The choice of NCCL that loses most, among the rows of the largest size of each collective.
/// Nothing where nodes are in another order than sorted, where they are all under one leaf
/// switch, and where nothing is lost.
std::optional<OtherOrder> worst_order(const Job& job, const std::vector<sim::Prediction>& rows,
                                      core::DataType type, core::ReduceOp op);

}  // namespace treering::app
