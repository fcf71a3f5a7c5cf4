#include "app/simulation/recording.h"

#include <utility>

#include "app/simulation/ended.h"
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

std::vector<std::string> link_names(const Subject& subject) {
  std::vector<std::string> names;
  const std::size_t links = subject.wiring.capacities.size();
  names.reserve(links);
  for (std::size_t i = 0; i < links; ++i) {
    names.push_back(subject.link_name(static_cast<sim::engine::LinkId>(i)));
  }
  return names;
}

/// By connection.
std::vector<double> latencies(const Subject& subject, const Timeline& timeline) {
  std::vector<double> all;
  const int count = timeline.connections().count();
  all.reserve(static_cast<std::size_t>(count));
  for (sim::engine::ConnectionId id = 0; id < count; ++id) {
    const auto sender = timeline.connections().sender(id);
    all.push_back(subject.wiring.wire(sender.stream, sender.port).latency_us);
  }
  return all;
}

}  // namespace

core::Result<Run> run(const Subject& subject, const sim::engine::Shortcuts& shortcuts,
                      Keeps keeps) {
  Run run;
  sim::timeline::Recorder recorder;
  run.outcome = simulate(*subject.schedule, subject.wiring, shortcuts, &recorder);
  if (const auto ended = check_ended(run.outcome, *subject.schedule); !ended) {
    return core::fail(ended.error());
  }
  const auto timeline = std::make_shared<const Timeline>(subject.schedule, recorder.take());
  run.path = path_of(*timeline, subject.wiring, subject.channels);
  if (keeps == Keeps::Timeline) {
    run.recorded = Recorded{timeline, std::make_shared<const LinkLoads>(timeline, subject.wiring),
                            link_names(subject), latencies(subject, *timeline), subject.channels};
  }
  return run;
}

void add_figures(Run run, RunFigures& figures) {
  figures.transfers = run.outcome.transfers;
  figures.simulated = run.outcome.simulated;
  figures.symmetric = run.outcome.symmetric;
  figures.periodic = run.outcome.periodic;
  figures.critical_path = std::move(run.path);
  figures.recorded = std::move(run.recorded);
}

core::Result<Run> run(Way& way, std::shared_ptr<const sim::nccl::Plan> plan,
                      const sim::engine::Shortcuts& shortcuts, Keeps keeps) {
  sim::machine::CallRun& call = *way.run;
  if (keeps == Keeps::PathOnly && shortcuts.symmetry && shortcuts.periods) {
    if (auto outcome = sim::machine::outcome_by_shorter_rings(call)) {
      Run run;
      run.outcome = *std::move(outcome);
      run.path.why_not = "its time follows from shorter rings";
      return run;
    }
  }
  const auto kept = std::make_shared<const Kept>(Kept{std::move(plan), std::move(call.schedule)});
  const std::shared_ptr<const Schedule> schedule(kept, kept->schedule.get());
  const auto name = [&](sim::engine::LinkId link) { return call.input.links.name(link); };
  return run({schedule, call.wiring, name}, shortcuts, keeps);
}

}  // namespace treering::app::simulation
