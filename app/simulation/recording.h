// Runs a schedule on its links, and keeps what can be asked of the run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/simulation/carried.h"
#include "app/simulation/path.h"
#include "app/simulation/recorded.h"
#include "app/simulation/run_figures.h"
#include "app/simulation/run_request.h"
#include "app/work/patience.h"
#include "core/result.h"
#include "sim/engine/shortcuts.h"
#include "sim/nccl/plan.h"

namespace treering::app::simulation {

struct Run {
  sim::engine::Outcome outcome;
  Path path;
  std::optional<Recorded> recorded;
};

enum class Keeps { PathOnly, Timeline };

/// What runs, and the names of its links.
struct Subject {
  std::shared_ptr<const sim::schedule::Schedule> schedule;
  const sim::engine::Wiring& wiring;
  std::function<std::string(sim::engine::LinkId)> link_name;
  std::vector<GroupChannel> channels = {};  // as Recorded has them
};

struct RunOptions {
  sim::engine::Shortcuts shortcuts;
  Keeps keeps = Keeps::PathOnly;
  work::Announce announce = {};
  work::Work work = {};
};

RunOptions options_of(const RunRequest& request);

/// An error where some rank waits for ever: such a run has no time.
core::Result<void> check_ended(const sim::engine::Outcome& outcome,
                               const sim::schedule::Schedule& schedule);

/// Fails where some rank waits for ever.
core::Result<Run> run(const Subject& subject, const RunOptions& options);

/// All but the busiest links, which have more to say than a run knows. Notes say where a part of
/// the run was recorded.
void add_figures(Run run, RunFigures& figures, std::vector<std::string>& notes);

/// The schedule of `carried` belongs to the run afterwards, which keeps the plan alive.
core::Result<Run> run(Carried& carried, std::shared_ptr<const sim::nccl::Plan> plan,
                      const RunOptions& options);

}  // namespace treering::app::simulation
