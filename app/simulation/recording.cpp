#include "app/simulation/recording.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/engine/observer.h"
#include "sim/engine/simulate.h"
#include "sim/machine/call_run.h"
#include "sim/timeline/critical_path.h"
#include "sim/timeline/recorder.h"

namespace treering::app::simulation {
namespace {

using sim::engine::Observer;
using sim::schedule::Schedule;
using sim::timeline::LinkLoads;
using sim::timeline::LinkNames;
using sim::timeline::Timeline;

// Of long rings.
constexpr std::string_view kNotSimulated =
    "the time follows from a part of the messages, and not all were simulated; a smaller job of "
    "the "
    "kind shows one";

/// A schedule with what it refers to.
struct Kept {
  std::shared_ptr<const sim::nccl::Plan> plan;
  std::unique_ptr<Schedule> schedule;
};

std::string us_text(double us) {
  return core::format_duration(core::Duration::from_us(us));
}

/// What of a run was recorded. Empty: all.
std::string part_text(const Timeline& timeline, double whole_us) {
  if (!timeline.until_us()) return "";
  const Schedule& schedule = timeline.schedule();
  std::uint64_t recorded = 0;
  for (sim::schedule::StreamId id = 0; id < schedule.streams(); ++id) {
    if (timeline.has_steps(id)) ++recorded;
  }
  const auto there = static_cast<std::uint64_t>(schedule.streams());
  const std::string tracks =
      recorded == there
          ? ""
          : fmt::format("{} of {} tracks, ", core::grouped(recorded), core::grouped(there));
  return fmt::format("{}the first {} of {}", tracks, us_text(*timeline.until_us()),
                     us_text(whole_us));
}

Recorded recorded(const Subject& subject, const std::shared_ptr<const Timeline>& timeline,
                  double whole_us) {
  const auto links = static_cast<int>(subject.wiring.capacities.size());
  return {timeline, std::make_shared<const LinkLoads>(timeline, subject.wiring),
          std::make_shared<const LinkNames>(links, subject.link_name), subject.channels,
          part_text(*timeline, whole_us)};
}

// As many tracks as a trace shows; a few seconds of work, and some 30 MB.
constexpr std::size_t kExcerptStreams = 512;
constexpr sim::timeline::ExcerptLimits kExcerptLimits{1'000'000, 8'000'000};

/// The begin of a run that is too long to be simulated whole.
Recorded excerpt(const Subject& subject, double whole_us, sim::engine::Observer& stop) {
  const Schedule& schedule = *subject.schedule;
  sim::timeline::Recorder recorder(
      sim::timeline::excerpt_of(schedule, subject.wiring, kExcerptStreams), kExcerptLimits);
  sim::engine::TwoObservers both(recorder, stop);
  simulate(schedule, subject.wiring, &both);
  return recorded(subject, std::make_shared<const Timeline>(subject.schedule, recorder.take()),
                  whole_us);
}

/// Without what each connection has carried: there may be tens of millions, and links say it.
sim::engine::Outcome outcome_of(const Subject& subject, const RunOptions& options,
                                Observer& observer) {
  work::Patience patience(*subject.schedule, options.announce, options.work);
  sim::engine::TwoObservers both(observer, patience);
  auto outcome = simulate(*subject.schedule, subject.wiring, options.shortcuts, &both);
  outcome.traffic = {};
  return outcome;
}

}  // namespace

core::Result<void> check_ended(const sim::engine::Outcome& outcome, const Schedule& schedule) {
  if (outcome.stuck.empty()) return {};
  const auto first = schedule.stream(outcome.stuck.front());
  return core::bad_input(sim::timeline::agent_name(first.agent, schedule.contract().ranks),
                         fmt::format("waits for ever on channel {}, and {} streams with it",
                                     first.channel, outcome.stuck.size() - 1),
                         "expected a run that ends", "a schedule of your own may need more slots");
}

RunOptions options_of(const RunRequest& request) {
  const bool shortens = !request.is_exact;
  return {{shortens, shortens},
          request.is_recorded ? Keeps::Timeline : Keeps::PathOnly,
          request.announce,
          request.work};
}

core::Result<Run> run(const Subject& subject, const RunOptions& options) {
  using sim::timeline::Recorder;
  const bool has_timeline = options.keeps == Keeps::Timeline;
  Run run;
  Recorder recorder = has_timeline ? Recorder::with_path() : Recorder::of_steps();
  run.outcome = outcome_of(subject, options, recorder);
  if (const auto wanted = work::check_wanted(options.work); !wanted) {
    return core::fail(wanted.error());
  }
  if (const auto ended = check_ended(run.outcome, *subject.schedule); !ended) {
    return core::fail(ended.error());
  }
  run.path = path_of(Timeline(subject.schedule, has_timeline ? recorder.steps() : recorder.take()),
                     subject.wiring, subject.channels);
  if (!has_timeline) return run;
  run.recorded =
      recorded(subject, std::make_shared<const Timeline>(subject.schedule, recorder.take()),
               run.outcome.time_us);
  return run;
}

void add_figures(Run run, RunFigures& figures, std::vector<std::string>& notes) {
  if (run.recorded && !run.recorded->part.empty()) {
    notes.push_back("recorded: " + run.recorded->part);
  }
  figures.transfers = run.outcome.transfers;
  figures.simulated = run.outcome.simulated;
  figures.symmetric = run.outcome.symmetric;
  figures.periodic = run.outcome.periodic;
  figures.critical_path = std::move(run.path);
  figures.recorded = std::move(run.recorded);
}

core::Result<Run> run(Carried& carried, std::shared_ptr<const sim::nccl::Plan> plan,
                      const RunOptions& options) {
  sim::machine::CallRun& call = *carried.run;
  work::Patience patience(*call.schedule, options.announce, options.work);
  auto outcome = options.shortcuts.symmetry && options.shortcuts.periods
                     ? sim::machine::outcome_of_long_ring(call, &patience)
                     : std::nullopt;
  if (const auto wanted = work::check_wanted(options.work); !wanted) {
    return core::fail(wanted.error());
  }
  const auto kept = std::make_shared<const Kept>(Kept{std::move(plan), std::move(call.schedule)});
  const std::shared_ptr<const Schedule> schedule(kept, kept->schedule.get());
  const auto name = [&](sim::engine::LinkId link) { return call.input.links.name(link); };
  const Subject subject{schedule, call.wiring, name};
  RunOptions sums = options;
  sums.shortcuts.keeps_each = false;  // of one call nobody asks when each stream ends
  if (!outcome) return run(subject, sums);
  Run run{*std::move(outcome), {}, std::nullopt};
  run.path.why_not = kNotSimulated;
  sim::engine::Stoppable stop(options.work.stop);
  if (options.keeps == Keeps::Timeline) run.recorded = excerpt(subject, run.outcome.time_us, stop);
  if (const auto wanted = work::check_wanted(options.work); !wanted) {
    return core::fail(wanted.error());
  }
  return run;
}

}  // namespace treering::app::simulation
