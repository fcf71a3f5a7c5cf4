// The collectives of several communicators at once, simulated event by event: groups of ranks as
// training has them, side by side on the same links.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/groups/group_report.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/run.h"
#include "core/data_type.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/nccl/types.h"

namespace treering::app {

/// Without nodes the job has as many as the groups need. Texts may differ from group to group
/// (app/groups/stage.h): "64M", "tp=8M,dp=64M".
struct SimulateGroupsRequest : simulation::RunRequest {
  std::string groups;                     // "tp=8,dp=16"
  std::string collective = "all_reduce";  // where groups are named, only those run
  std::string bytes = "1M";
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  std::string start = "0us";  // when each call begins
};

struct SimulateGroupsReport : simulation::RunFigures {
  setup::Setup job;
  sim::nccl::Shape shape;
  setup::TimeModelName time_model;
  std::string groups;               // as asked for
  std::vector<std::string> faults;  // likewise
  std::vector<groups::GroupReport> calls;
  core::Duration time;                           // from the first start to the last end
  std::optional<core::Duration> without_faults;  // the same, where asked for, and there are faults
};

core::Result<SimulateGroupsReport> answer(const SimulateGroupsRequest& request);

}  // namespace treering::app
