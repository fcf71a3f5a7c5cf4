// The calls of groups of ranks as training has them, side by side on the same links: one scene
// simulated, or each group's calls predicted by size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/groups/group_report.h"
#include "app/setup/calls.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/run.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/types.h"

namespace treering::app {

// How long the calls of groups of ranks take when all communicators of a group run at once, as
// training has them, and how much of that is due to the others.

/// Without nodes the job has as many as the groups need.
struct PredictGroupsRequest : simulation::CallRequest {
  std::string groups;                     // "tp=8,dp=16"
  std::string collective = "all_reduce";  // a list for all groups, or a name for each of some
  setup::SizesRequest sizes;
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

// The collectives of several communicators at once, simulated event by event: groups of ranks as
// training has them, side by side on the same links.

/// Without nodes the job has as many as the groups need. Texts may differ from group to group
/// (app/groups/stage.h): "64M", "tp=8M,dp=64M".
struct SimulateGroupsRequest : simulation::RunRequest {
  std::string groups;                     // "tp=8,dp=16"
  std::string collective = "all_reduce";  // where groups are named, only those run
  std::string bytes = "1M";
  std::string start = "0us";  // when each call begins
};

struct SimulateGroupsReport : simulation::RunFigures {
  setup::Setup job;
  sim::nccl::Shape shape;
  setup::TimeModelName time_model;
  std::string groups;               // as asked for
  std::vector<std::string> faults;  // likewise
  std::vector<groups::GroupReport> calls;
  core::Duration time;  // from the first start to the last end
};

core::Result<SimulateGroupsReport> answer(const SimulateGroupsRequest& request);

}  // namespace treering::app
