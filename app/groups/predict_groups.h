// How long the calls of groups of ranks take when all communicators of a group run at once, as
// training has them, and how much of that is due to the others.
#pragma once

#include <string>
#include <vector>

#include "app/groups/group_report.h"
#include "app/setup/calls.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/run.h"
#include "core/data_type.h"
#include "core/result.h"
#include "sim/nccl/types.h"

namespace treering::app {

/// Without nodes the job has as many as the groups need.
struct PredictGroupsRequest : simulation::CallRequest {
  std::string groups;                     // "tp=8,dp=16"
  std::string collective = "all_reduce";  // a list for all groups, or a name for each of some; also
                                          // barrier
  setup::SizesRequest sizes;
  // In place of the smallest and the largest of these: "1M", "tp=64M,dp=256M"; empty: none. A group
  // with a smallest size of its own and no largest is asked about that size alone.
  std::string minbytes, maxbytes;
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
};

struct PredictGroupsReport {
  setup::Setup job;
  sim::nccl::Shape shape;
  setup::TimeModelName time_model;
  std::string groups;                     // as asked for
  std::vector<groups::GroupReport> rows;  // by group, collective, size
};

/// Each row is simulated event by event.
core::Result<PredictGroupsReport> answer(const PredictGroupsRequest& request);

}  // namespace treering::app
