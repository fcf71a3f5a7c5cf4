#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "app/simulation/tracks.h"
#include "report/simulation/shown_run.h"
#include "report/simulation/trace.h"
#include "sim/timeline/critical_path.h"

namespace treering::report::simulation {
namespace {

using app::simulation::Recorded;
using drawing::Bar;
using drawing::Deed;
using sim::schedule::StreamId;
using sim::timeline::RecordedStep;
using sim::timeline::Timeline;

/// Of so many moments at equal distances: the steps that are done then.
std::vector<RecordedStep> sampled(const Timeline& timeline, StreamId id, std::uint64_t moments) {
  std::vector<RecordedStep> steps;
  for (std::uint64_t i = 0; i < moments; ++i) {
    const double at =
        timeline.end_us() * (static_cast<double>(i) + 0.5) / static_cast<double>(moments);
    const auto step = timeline.step_at(id, at);
    if (step && (steps.empty() || steps.back().index != step->index)) steps.push_back(*step);
  }
  return steps;
}

std::string label_of(const StepDeed& deed, int ranks) {
  if (!deed.to.empty()) return "to " + names_of(deed.to, ranks);
  return deed.from.empty() ? "" : "from " + names_of(deed.from, ranks);
}

/// Steps, and waits between steps that follow each other.
std::vector<Bar> bars_of(const Recorded& run, StreamId id, const std::vector<RecordedStep>& steps) {
  std::vector<Bar> bars;
  const auto stream = run.timeline->schedule().stream(id);
  const int ranks = run.timeline->schedule().contract().ranks;
  const RecordedStep* last = nullptr;
  for (const RecordedStep& step : steps) {
    const bool follows = last != nullptr && last->index + 1 == step.index;
    if (follows && step.begin_us > last->end_us) {
      bars.push_back({last->end_us, step.begin_us,
                      app::simulation::wait_of(*run.timeline, step.cause), Deed::Waits});
    }
    const StepDeed deed = deed_of(run, id, stream, step.index);
    const double begin = last == nullptr ? step.begin_us : std::max(step.begin_us, last->end_us);
    bars.push_back({begin, std::max(step.end_us, begin), label_of(deed, ranks), deed.deed});
    last = &step;
  }
  return bars;
}

void add_sentence(std::string& text, const std::string& sentence) {
  if (!text.empty()) text += ' ';
  text += sentence;
}

void add_links(const Recorded& run, const GanttLimits& limits, Gantt& gantt) {
  const sim::timeline::Window window{0, gantt.timeline.end_us};
  const auto links = busiest_links(run, window);
  bool has_means = false;
  for (const sim::engine::LinkId link : links) {
    if (gantt.timeline.links.size() == limits.links) break;
    const ShownLoads shown = loads_of(run, link, window, limits.changes);
    has_means = has_means || shown.is_mean;
    drawing::LinkRow row{(*run.link_names)[link], {}};
    for (const auto& one : shown.loads) {
      if (one.rate <= 0) continue;
      row.busy.push_back({one.from_us, one.to_us, one.rate / run.loads->capacity(link)});
    }
    gantt.timeline.links.push_back(std::move(row));
  }
  if (links.size() > limits.links) {
    add_sentence(gantt.left_out,
                 fmt::format("Of {} links the {} busiest are shown.", links.size(), limits.links));
  }
  if (has_means) {
    add_sentence(gantt.left_out, fmt::format("Loads are means of {} parts.", limits.changes));
  }
}

}  // namespace

Gantt gantt_of(const Recorded& run, const GanttLimits& limits) {
  const Timeline& timeline = *run.timeline;
  const Selection selection =
      selection_of(run, {limits.tracks, std::numeric_limits<std::uint64_t>::max(), true});
  Gantt gantt{{}, selection.left_out};
  gantt.timeline.end_us = timeline.end_us();
  const std::vector<std::string> names = track_names(run, selection.streams);
  bool is_sampled = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const StreamId id = selection.streams[i];
    const bool is_too_much = timeline.count(id, {}) > limits.steps;
    is_sampled = is_sampled || is_too_much;
    const auto steps = is_too_much ? sampled(timeline, id, limits.steps) : timeline.steps(id, {});
    const std::string agent = sim::timeline::agent_name(timeline.schedule().stream(id).agent,
                                                        timeline.schedule().contract().ranks);
    gantt.timeline.tracks.push_back({agent + ", " + names[i], bars_of(run, id, steps)});
  }
  if (is_sampled) {
    add_sentence(
        gantt.left_out,
        fmt::format("Tracks with more than {} steps are shown at as many moments.", limits.steps));
  }
  add_links(run, limits, gantt);
  return gantt;
}

}  // namespace treering::report::simulation
