#include "app/simulation/recording.h"

#include <utility>

#include "sim/machine/outcome.h"
#include "sim/timeline/recorder.h"

namespace treering::app::simulation {
namespace {

using sim::schedule::Schedule;
using sim::timeline::LinkLoads;
using sim::timeline::Timeline;

/// A schedule with what it refers to.
struct Kept {
  std::shared_ptr<const sim::nccl::Plan> plan;
  std::unique_ptr<Schedule> schedule;
};

std::vector<std::string> link_names(const sim::machine::CallRun& run) {
  std::vector<std::string> names;
  const std::size_t links = run.wiring.capacities.size();
  names.reserve(links);
  for (std::size_t i = 0; i < links; ++i) {
    names.push_back(run.input.links.name(static_cast<sim::engine::LinkId>(i)));
  }
  return names;
}

}  // namespace

Run run(Way& way, std::shared_ptr<const sim::nccl::Plan> plan,
        const sim::engine::Shortcuts& shortcuts, Keeps keeps) {
  sim::machine::CallRun& call = *way.run;
  Run run;
  if (keeps == Keeps::PathOnly && shortcuts.symmetry && shortcuts.periods) {
    if (auto outcome = sim::machine::outcome_by_shorter_rings(call)) {
      run.outcome = *std::move(outcome);
      run.path.why_not = "its time follows from shorter rings";
      return run;
    }
  }
  sim::timeline::Recorder recorder;
  run.outcome = simulate(*call.schedule, call.wiring, shortcuts, &recorder);
  const auto kept = std::make_shared<const Kept>(Kept{std::move(plan), std::move(call.schedule)});
  const std::shared_ptr<const Schedule> schedule(kept, kept->schedule.get());
  const auto timeline = std::make_shared<const Timeline>(schedule, recorder.take());
  run.path = path_of(*timeline, call.wiring);
  if (keeps == Keeps::Timeline) {
    run.recorded = Recorded{timeline, std::make_shared<const LinkLoads>(timeline, call.wiring),
                            link_names(call)};
  }
  return run;
}

}  // namespace treering::app::simulation
