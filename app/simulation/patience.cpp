#include "app/simulation/patience.h"

#include <algorithm>

#include <fmt/format.h>

namespace treering::app::simulation {
namespace {

using sim::schedule::StepIndex;
using sim::schedule::StreamId;

constexpr double kMillion = 1e6;

}  // namespace

Patience::Patience(const sim::schedule::Schedule& schedule, const Announce& announce,
                   std::uint64_t look_after, std::uint64_t many)
    : schedule_(schedule),
      announce_(announce),
      look_after_(look_after),
      many_(many),
      begin_(std::chrono::steady_clock::now()) {}

void Patience::stands_for(const sim::engine::Representatives& representatives) {
  representatives_ = representatives.of_stream;
}

void Patience::step_ends(StreamId stream, StepIndex step, double /*at*/) {
  if (++seen_ == look_after_ && announce_) look(stream, step);
}

/// Of the streams that are simulated.
std::uint64_t Patience::all_steps() const {
  std::uint64_t steps = 0;
  for (StreamId id = 0; id < schedule_.streams(); ++id) {
    const bool is_own =
        representatives_.empty() || representatives_[static_cast<std::size_t>(id)] == id;
    if (is_own) steps += schedule_.stream(id).steps;
  }
  return steps;
}

/// Streams are about as far as this one.
void Patience::look(StreamId stream, StepIndex step) const {
  const auto own = static_cast<double>(schedule_.stream(stream).steps);
  const double part_ahead = 1 - static_cast<double>(step + 1) / own;
  const double ahead = part_ahead * static_cast<double>(all_steps());
  if (ahead < static_cast<double>(many_)) return;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin_;
  const double seconds = took.count() * ahead / static_cast<double>(seen_);
  announce_(fmt::format(
      "up to {:.0f} million messages are simulated one by one, which takes about {:.0f} s; a "
      "smaller ⟨nodes⟩ or ⟨size⟩ is faster",
      ahead / kMillion, std::max(seconds, 1.0)));
}

void announce_connections(const sim::schedule::Schedule& schedule, const Announce& announce) {
  constexpr double kManyConnections = 4e6;
  constexpr double kPerSecond = 5e5;
  constexpr double kPerGb = 3.5e6;
  if (!announce || schedule.streams() == 0) return;
  const double connections = static_cast<double>(schedule.streams()) *
                             static_cast<double>(schedule.stream(0).sends.size());
  if (connections < kManyConnections) return;
  announce(
      fmt::format("the run has some {:.0f} million connections, which take about {:.0f} s before "
                  "the first message, and {:.0f} GB of memory; a smaller ⟨nodes⟩ is faster",
                  connections / kMillion, connections / kPerSecond, connections / kPerGb));
}

}  // namespace treering::app::simulation
