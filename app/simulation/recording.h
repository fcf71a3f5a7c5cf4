// Runs what carries a call, and keeps what can be asked of the run.
#pragma once

#include <memory>
#include <optional>

#include "app/simulation/path.h"
#include "app/simulation/recorded.h"
#include "app/simulation/way.h"
#include "sim/engine/shortcuts.h"
#include "sim/nccl/plan.h"

namespace treering::app::simulation {

struct Run {
  sim::engine::Outcome outcome;
  Path path;
  std::optional<Recorded> recorded;
};

enum class Keeps { PathOnly, Timeline };

/// The schedule of `way` belongs to the run afterwards, which keeps the plan alive.
Run run(Way& way, std::shared_ptr<const sim::nccl::Plan> plan,
        const sim::engine::Shortcuts& shortcuts, Keeps keeps);

}  // namespace treering::app::simulation
