// Runs a schedule on its links and keeps what can be asked of the run; says first whether a large
// one fits into memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/simulation/carried.h"
#include "app/simulation/path.h"
#include "app/simulation/recorded.h"
#include "app/simulation/run.h"
#include "app/work/memory.h"
#include "app/work/patience.h"
#include "core/result.h"
#include "sim/engine/simulate.h"
#include "sim/nccl/plan.h"

namespace treering::app::simulation {

// Runs with very many connections: whether they fit into memory, and how long they take, before
// they begin.

/// A run, and the same on fewer nodes.
struct LargeRun {
  int nodes = 1;
  std::function<work::RunSize(int nodes)> size;  // about; nothing where there is no such run
  std::function<double(int nodes)> seconds;      // measured on this machine; 0 likewise
};

/// An error where the run takes more memory than is free, with the nodes that would fit. Says how
/// long one takes that fits and has very many connections, by how long it takes on fewer nodes.
/// \param free bytes; nothing: not known
core::Result<void> check_large(const LargeRun& run, std::optional<std::uint64_t> free,
                               const work::Announce& announce);

// Runs a schedule on its links, and keeps what can be asked of the run.

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
