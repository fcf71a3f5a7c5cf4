#include "tests/support/value_run.h"

#include <deque>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace treering::testing {
namespace {

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
    values_.resize(static_cast<std::size_t>(schedule_.contract().ranks));
    return std::move(values_);
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

}  // namespace

std::vector<Values> run_on_values(const Schedule& schedule, std::vector<Values> values,
                                  std::uint64_t bytes) {
  return Run(schedule, std::move(values), bytes).to_the_end();
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
