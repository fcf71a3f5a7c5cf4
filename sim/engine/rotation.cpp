#include "sim/engine/rotation.h"

#include <algorithm>
#include <map>

#include "sim/engine/observer.h"
#include "sim/engine/periods.h"
#include "sim/engine/simulation.h"

namespace treering::sim::engine {
namespace {

using schedule::StepIndex;
using schedule::StreamId;

// What happens at one time may be a rounding apart, and a state may be seen in between: several are
// looked at.
constexpr StepIndex kStates = 32;

/// Whether `now` is `before`, turned on.
bool is_turned(const Snapshot& now, const Snapshot& before, const Turn& turn) {
  for (std::size_t id = 0; id < now.next.size(); ++id) {
    const auto stream = static_cast<StreamId>(id);
    const StreamId onward = turn.onward(stream);
    if (now.next[index(onward)] != before.next[id] + turn.steps) return false;
    if (!are_alike(now, onward, before, stream)) return false;
  }
  return true;
}

/// Whether two places do the same at the same time.
bool are_even(const Snapshot& now, const std::vector<StreamId>& a, const std::vector<StreamId>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (now.next[index(a[i])] != now.next[index(b[i])] || !are_alike(now, a[i], now, b[i])) {
      return false;
    }
  }
  return true;
}

bool has_even_places(const Snapshot& now, const Turn& turn) {
  constexpr int kInARow = 3;
  std::vector<StreamId> place = turn.place;
  int even = 1;
  for (int i = 0; i < turn.places && even < kInARow; ++i) {
    std::vector<StreamId> next = place;
    std::ranges::transform(next, next.begin(), turn.onward);
    even = are_even(now, place, next) ? even + 1 : 1;
    place = std::move(next);
  }
  return even >= kInARow;
}

}  // namespace

std::optional<double> turn_us(const schedule::Schedule& schedule, const Wiring& wiring,
                              const Turn& turn, const Observer* observer) {
  Simulation simulation(schedule, wiring, nullptr);
  const auto& streams = simulation.state().streams;
  const StreamId watched = turn.place.front();
  const StreamId onward = turn.onward(watched);
  const StepIndex loop = streams[index(watched)].steps / turn.loops;
  const StepIndex ahead = 2 * turn.steps + kStates;  // before the end, which is another matter
  if (loop < 2 * ahead) return std::nullopt;
  StepIndex end = loop;
  double us = 0;
  std::map<StepIndex, Snapshot> seen;  // by steps of the watched stream
  simulation.begin();
  GivingUp gives_up(observer);
  while (simulation.go_on() && !gives_up()) {
    const StepIndex next = streams[index(watched)].next;
    const StepIndex first = end - ahead;
    if (next >= end && end < loop * turn.loops) return std::nullopt;
    if (next >= first && next < first + kStates) seen.try_emplace(next, snapshot_of(simulation));
    const StepIndex later = streams[index(onward)].next;
    const auto before = seen.find(later - std::min(later, turn.steps));
    if (before == seen.end()) continue;
    const Snapshot now = snapshot_of(simulation);
    if (!is_turned(now, before->second, turn) || !has_even_places(now, turn)) {
      seen.erase(before);
      continue;
    }
    us += now.at - before->second.at;
    if (end == loop * turn.loops) return us;
    end += loop;
    seen.clear();
  }
  return std::nullopt;
}

}  // namespace treering::sim::engine
