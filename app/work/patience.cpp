#include "app/work/patience.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/schedule/agents.h"
#include "sim/schedule/ring.h"

namespace treering::app::work {
namespace {

using sim::schedule::StepIndex;
using sim::schedule::StreamId;

constexpr double kMillion = 1e6;

/// What is faster, where it is known: equal chunks go alike everywhere.
std::string advice(const sim::schedule::Schedule& schedule) {
  if (sim::schedule::shorter_chunks(schedule) == 0) {
    return "a smaller ⟨nodes⟩ or ⟨size⟩ is faster";
  }
  return fmt::format(
      "a smaller ⟨nodes⟩ or ⟨size⟩ is faster, and so is a size whose chunks are equal, such as {} "
      "B",
      sim::schedule::bytes_of_full_chunks(schedule));
}

/// About so many: the first stream, which may be the root's, and some of the others are looked at.
double connections_of(const sim::schedule::Schedule& schedule) {
  constexpr StreamId kLookedAt = 64;
  const auto ports = [&](StreamId id) {
    const auto sends = schedule.stream(id).sends;
    return static_cast<double>(std::ssize(sends) -
                               std::ranges::count(sends, sim::schedule::kNoPeer));
  };
  const StreamId others = schedule.streams() - 1;
  const StreamId some = std::min(others, kLookedAt);
  double sum = 0;
  for (StreamId i = 0; i < some; ++i) sum += ports(1 + i * (others / some));
  const double average = some > 0 ? sum / some : 0;
  return ports(0) + average * (sim::schedule::streams_without_copies(schedule) - 1);
}

}  // namespace

Patience::Patience(const sim::schedule::Schedule& schedule, const Announce& announce,
                   const Work& work, const PatienceLimits& limits)
    : schedule_(schedule),
      announce_(announce),
      work_(work),
      limits_(limits),
      begin_(std::chrono::steady_clock::now()) {}

void Patience::stands_for(const sim::engine::Representatives& representatives) {
  representatives_ = representatives;
}

void Patience::step_ends(StreamId stream, StepIndex step, double /*at*/) {
  if (++seen_ == limits_.look_after && announce_) look(stream, step);
  if (work_.report) count(stream, step);
}

/// Steps that are skipped as repetitions show in the number of the next.
void Patience::count(StreamId stream, StepIndex step) {
  if (next_.empty()) all_ = all_steps();
  const auto at = static_cast<std::size_t>(stream);
  if (at >= next_.size()) next_.resize(at + 1);  // the last ones mostly are not simulated
  const StepIndex before = std::exchange(next_[at], step + 1);
  done_ += step + 1 - before;
  if (seen_ % limits_.report_every == 0) work_.say({"simulating", "steps", done_, all_});
}

/// Of the streams that are simulated.
std::uint64_t Patience::all_steps() const {
  std::uint64_t steps = 0;
  for (StreamId id = 0; id < schedule_.streams(); ++id) {
    if (representatives_.of_stream(id) == id) steps += schedule_.stream(id).steps;
  }
  return steps;
}

/// Streams are about as far as this one.
void Patience::look(StreamId stream, StepIndex step) const {
  const auto own = static_cast<double>(schedule_.stream(stream).steps);
  const double part_ahead = 1 - static_cast<double>(step + 1) / own;
  const double ahead = part_ahead * static_cast<double>(all_steps());
  if (ahead < static_cast<double>(limits_.many)) return;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin_;
  const double seconds = took.count() * ahead / static_cast<double>(seen_);
  announce_(fmt::format(
      "up to {:.0f} million messages are simulated one by one, which takes about {:.0f} s; {}",
      ahead / kMillion, std::max(seconds, 1.0), advice(schedule_)));
}

void announce_connections(const sim::schedule::Schedule& schedule, const Announce& announce) {
  constexpr double kManyConnections = 4e6;
  constexpr double kPerSecond = 5e5;
  constexpr double kPerGb = 3.5e6;
  if (!announce || schedule.streams() == 0) return;
  const double connections = connections_of(schedule);
  if (connections < kManyConnections) return;
  announce(
      fmt::format("the run has some {:.0f} million connections, which take about {:.0f} s before "
                  "the first message, and {:.0f} GB of memory; a smaller ⟨nodes⟩ is faster",
                  connections / kMillion, connections / kPerSecond, connections / kPerGb));
}

}  // namespace treering::app::work
