#include "app/simulation/buffers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/schedule/proof/execution.h"

namespace treering::app::simulation {

using sim::schedule::Execution;
using sim::schedule::Stream;
using sim::schedule::StreamId;

struct Buffers::State {
  explicit State(const sim::schedule::Schedule& schedule) {
    streams.reserve(static_cast<std::size_t>(schedule.streams()));
    for (StreamId id = 0; id < schedule.streams(); ++id) streams.push_back(schedule.stream(id));
  }

  std::vector<Stream> streams;
  std::unique_ptr<Execution> execution;
};

Buffers::Buffers(Recorded run) : run_(std::move(run)) {
  const auto& schedule = run_.timeline->schedule();
  std::uint64_t steps = 0;
  for (StreamId id = 0; id < schedule.streams() && steps <= kMostSteps; ++id) {
    steps += schedule.stream(id).steps;
  }
  if (steps > kMostSteps) {
    why_not_ =
        fmt::format("the run has more than {} steps: a smaller size or fewer nodes have less",
                    core::grouped(kMostSteps));
    return;
  }
  state_ = std::make_unique<State>(schedule);
  state_->execution = std::make_unique<Execution>(schedule, state_->streams);
  seek(0);
}

Buffers::~Buffers() = default;

std::uint64_t Buffers::space() const {
  return run_.timeline->schedule().contract().space();
}

std::uint64_t Buffers::blocks() const {
  return run_.timeline->schedule().contract().blocks();
}

int Buffers::ranks() const {
  return run_.timeline->schedule().contract().ranks;
}

/// By stream: those that have ended.
std::vector<std::uint64_t> Buffers::steps_until(double us) const {
  std::vector<std::uint64_t> ends;
  ends.reserve(state_->streams.size());
  const double next = std::nextafter(us, std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < state_->streams.size(); ++i) {
    const auto id = static_cast<StreamId>(i);
    const std::uint64_t begun = run_.timeline->count(id, {-1, next});
    const bool is_on = run_.timeline->step_at(id, us).has_value();
    ends.push_back(begun - (is_on ? 1 : 0));
  }
  return ends;
}

void Buffers::seek(double us) {
  if (us < now_us_) {
    state_->execution = std::make_unique<Execution>(run_.timeline->schedule(), state_->streams);
  }
  now_us_ = us;
  if (const auto fault = state_->execution->run_to(steps_until(us))) why_not_ = fault->text;
}

sim::schedule::Contents Buffers::contents(int agent) const {
  return state_->execution->memory(agent).all();
}

Data Buffers::due_in(const sim::schedule::Piece& piece, int rank) const {
  Data due;
  for (const sim::schedule::Held& held : run_.timeline->schedule().contract().last(rank)) {
    const bool is_due = held.owner ? piece.values.size() == 1 && piece.values.has(*held.owner)
                                   : piece.values.size() == ranks();
    if (!is_due) continue;
    const std::uint64_t begin = std::max(piece.range.begin, held.range.begin);
    const std::uint64_t end = std::min(piece.range.end(), held.range.end());
    if (begin < end) due.push_back({begin, end - begin});
  }
  return due;
}

std::uint64_t Buffers::due(int rank) const {
  std::uint64_t bytes = 0;
  for (const auto& held : run_.timeline->schedule().contract().last(rank)) {
    bytes += held.range.bytes;
  }
  return bytes;
}

RankMemory memory_of(const Buffers& buffers, int rank) {
  RankMemory memory{rank, buffers.ranks(), buffers.space(), buffers.due(rank), {}};
  for (sim::schedule::Piece& piece : buffers.contents(rank)) {
    Data due = buffers.due_in(piece, rank);
    memory.parts.push_back({std::move(piece), std::move(due)});
  }
  return memory;
}

tl::expected<RankMemory, std::string> memory_at(const Recorded& run, int rank, double us) {
  Buffers buffers(run);
  if (buffers.why_not().empty()) buffers.seek(us);
  if (!buffers.why_not().empty()) return tl::unexpected(buffers.why_not());
  return memory_of(buffers, rank);
}

}  // namespace treering::app::simulation
