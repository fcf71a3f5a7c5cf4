#include "tests/support/value_run.h"

#include <algorithm>
#include <deque>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <stdexcept>

namespace treering::testing {
namespace {

using sim::schedule::Contract;
using sim::schedule::Goal;
using sim::schedule::Held;
using sim::schedule::Peer;
using sim::schedule::Range;
using sim::schedule::Schedule;
using sim::schedule::Step;
using sim::schedule::StepIndex;
using sim::schedule::Stream;
using sim::schedule::StreamId;

class Run {
 public:
  Run(const Schedule& schedule, std::vector<Values> values, std::uint64_t bytes)
      : schedule_(schedule), values_(std::move(values)), bytes_(bytes) {
    values_.resize(static_cast<std::size_t>(schedule.agents()),
                   Values(schedule.contract().space() / bytes));
    for (StreamId id = 0; id < schedule.streams(); ++id) {
      const Stream stream = schedule.stream(id);
      states_.push_back({stream, 0, std::vector<std::deque<Values>>(stream.receives.size())});
    }
  }

  std::vector<Values> to_the_end() {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (StreamId id = 0; id < schedule_.streams(); ++id) {
        while (do_step(id)) goes_on = true;
      }
    }
    return std::move(values_);
  }

  /// Streams that go on as long as they can, while others wait, and take turns now and then.
  std::vector<Values> to_the_end(unsigned seed) {
    std::mt19937 dice(seed);
    std::vector<StreamId> turns(states_.size());
    std::iota(turns.begin(), turns.end(), 0);
    std::ranges::shuffle(turns, dice);
    while (std::ranges::any_of(turns, [this](StreamId id) { return do_step(id); })) {
      if (dice() % 8 == 0) std::ranges::shuffle(turns, dice);
    }
    return std::move(values_);
  }

  bool is_done() const {
    return std::ranges::all_of(states_, [](const State& one) {
      return one.next == one.stream.steps &&
             std::ranges::all_of(one.queues, [](const auto& queue) { return queue.empty(); });
    });
  }

 private:
  struct State {
    Stream stream;
    StepIndex next = 0;
    std::vector<std::deque<Values>> queues;  // by port to receive from
  };

  State& state(StreamId id) { return states_[static_cast<std::size_t>(id)]; }

  bool do_step(StreamId id) {
    State& own = state(id);
    if (own.next == own.stream.steps) return false;
    const Step step = schedule_.step(id, own.next);
    const auto queue = [&own](int port) -> auto& {
      return own.queues[static_cast<std::size_t>(port)];
    };
    for (int port = step.receive.first; port < step.receive.end(); ++port) {
      if (queue(port).empty()) return false;
    }
    Values& memory = values_[static_cast<std::size_t>(own.stream.agent)];
    const std::vector<std::size_t> places = places_of(schedule_.data(id, own.next));
    Values result(places.size(), 0.0);
    const auto add = [&result](std::size_t i, const std::optional<double>& value) {
      result[i] = result[i] && value ? std::optional(*result[i] + *value) : std::nullopt;
    };
    for (std::size_t i = 0; step.takes_own && i < places.size(); ++i) add(i, memory[places[i]]);
    for (int port = step.receive.first; port < step.receive.end(); ++port) {
      for (std::size_t i = 0; i < places.size(); ++i) add(i, queue(port).front()[i]);
      queue(port).pop_front();
    }
    for (std::size_t i = 0; step.keeps && i < places.size(); ++i) memory[places[i]] = result[i];
    for (int port = step.send.first; port < step.send.end(); ++port) {
      const Peer& peer = own.stream.sends[static_cast<std::size_t>(port)];
      state(peer.stream).queues[static_cast<std::size_t>(peer.port)].push_back(result);
    }
    ++own.next;
    return true;
  }

  std::vector<std::size_t> places_of(const std::vector<Range>& ranges) const {
    std::vector<std::size_t> places;
    for (const Range& range : ranges) {
      for (std::uint64_t at = range.begin; at < range.end(); at += bytes_) {
        places.push_back(at / bytes_);
      }
    }
    return places;
  }

  const Schedule& schedule_;
  std::vector<Values> values_;  // by agent
  std::uint64_t bytes_;
  std::vector<State> states_;
};

/// Its sums differ for different sets of ranks, and are exact.
double value_of(int rank, std::size_t element) {
  std::mt19937_64 dice(static_cast<std::uint64_t>(rank) * 1000003 + element + 1);
  return static_cast<double>(dice() >> 24U);
}

Values first_values(const Contract& contract, int rank) {
  Values values(contract.space());
  for (const Range& range : contract.first(rank)) {
    for (std::uint64_t at = range.begin; at < range.end(); ++at) values[at] = value_of(rank, at);
  }
  return values;
}

std::vector<Values> first_values(const Contract& contract) {
  std::vector<Values> values;
  for (int rank = 0; rank < contract.ranks; ++rank) values.push_back(first_values(contract, rank));
  return values;
}

double promised(const Contract& contract, const Held& held, std::uint64_t at) {
  if (held.owner) return value_of(*held.owner, at);
  double sum = 0;
  for (int rank = 0; rank < contract.ranks; ++rank) sum += value_of(rank, at);
  return sum;
}

bool have_promised(const Contract& contract, const std::vector<Values>& values) {
  for (int rank = 0; rank < contract.ranks; ++rank) {
    for (const Held& held : contract.last(rank)) {
      for (std::uint64_t at = held.range.begin; at < held.range.end(); ++at) {
        const auto& value = values[static_cast<std::size_t>(rank)][at];
        if (!value || *value != promised(contract, held, at)) return false;
      }
    }
  }
  return true;
}

/// Each rank in turn has a one, and the others nothing: all others have to hear of it, perhaps
/// twice. Itself it knows that it is there.
bool meet(const Schedule& schedule, unsigned seed) {
  const int ranks = schedule.contract().ranks;
  for (int late = 0; late < ranks; ++late) {
    std::vector<Values> values(static_cast<std::size_t>(ranks), Values{0.0});
    values[static_cast<std::size_t>(late)] = {1.0};
    Run run(schedule, std::move(values), 1);
    const auto last = run.to_the_end(seed);
    if (!run.is_done()) return false;
    for (int rank = 0; rank < ranks; ++rank) {
      const bool has_heard = last[static_cast<std::size_t>(rank)].front().value_or(0) >= 1;
      if (rank != late && !has_heard) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<Values> run_on_values(const Schedule& schedule, std::vector<Values> values,
                                  std::uint64_t bytes) {
  auto last = Run(schedule, std::move(values), bytes).to_the_end();
  last.resize(static_cast<std::size_t>(schedule.contract().ranks));
  return last;
}

bool keeps_promise(const Schedule& schedule, unsigned seed) {
  const Contract& contract = schedule.contract();
  if (contract.goal == Goal::Barrier) return meet(schedule, seed);
  Run run(schedule, first_values(contract), 1);
  const auto last = run.to_the_end(seed);
  return run.is_done() && have_promised(contract, last);
}

std::vector<Values> run_in_any_order(const Schedule& schedule, unsigned seed) {
  return Run(schedule, first_values(schedule.contract()), 1).to_the_end(seed);
}

std::string text_of_file(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw std::runtime_error(path + " cannot be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string schedule_text(const std::string& name) {
  return text_of_file("tests/data/schedules/" + name + ".json");
}

}  // namespace treering::testing
