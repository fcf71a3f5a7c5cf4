#include "tests/support/written_schedule.h"

#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/values.h"
#include "sim/schedule/written_schedule.h"

namespace treering::testing {
namespace {

using sim::schedule::Contract;
using sim::schedule::Goal;
using sim::schedule::kScheduleSchema;
using sim::schedule::Peer;
using sim::schedule::Ports;
using sim::schedule::Range;
using sim::schedule::Schedule;
using sim::schedule::Step;
using sim::schedule::StepIndex;
using sim::schedule::Stream;
using sim::schedule::StreamId;

using Json = nlohmann::ordered_json;

/// One as itself, several as a list.
Json one_or_list(std::vector<Json> entries) {
  return entries.size() == 1 ? std::move(entries.front()) : Json(std::move(entries));
}

class ScheduleWriter {
 public:
  explicit ScheduleWriter(const Schedule& schedule)
      : schedule_(schedule), contract_(schedule.contract()) {
    std::map<std::pair<int, int>, int> numbers;  // by channel and agent
    grain_ = contract_.block_bytes;
    for (StreamId id = 0; id < schedule.streams(); ++id) {
      streams_.push_back(schedule.stream(id));
      const Stream& stream = streams_.back();
      numbers_.push_back(numbers[{stream.channel, stream.agent}]++);
      for (StepIndex step = 0; step < stream.steps; ++step) {
        for (const Range& range : schedule.data(id, step)) {
          grain_ = std::gcd(grain_, std::gcd(range.begin, range.bytes));
        }
      }
    }
  }

  std::string text() const {
    Json head{{"schema", kScheduleSchema},
              {"collective", name_of(contract_.goal)},
              {"ranks", contract_.ranks}};
    if (const int switches = schedule_.agents() - contract_.ranks; switches > 0) {
      head["switches"] = switches;
    }
    if (has_root(contract_.goal)) head["root"] = contract_.root;
    if (has_data()) {
      head["bytes"] = contract_.call_bytes();
      head["chunks"] = contract_.space() / grain_;
    }
    head["slots"] = schedule_.slots();
    std::vector<std::string> lines;
    for (const auto& [key, value] : head.items()) {
      lines.push_back(fmt::format("{}: {}", core::json_of(key), core::one_line(value)));
    }
    std::vector<std::string> streams;
    for (StreamId id = 0; id < schedule_.streams(); ++id) streams.push_back(stream_text(id));
    lines.push_back("\"streams\": " + core::lines_of(streams, '[', ']', 2));
    return core::lines_of(lines, '{', '}', 0) + "\n";
  }

 private:
  bool has_data() const { return contract_.goal != Goal::Barrier; }
  const Stream& stream(StreamId id) const { return streams_[static_cast<std::size_t>(id)]; }
  int number(StreamId id) const { return numbers_[static_cast<std::size_t>(id)]; }

  std::string stream_text(StreamId id) const {
    std::string head = fmt::format("{{\"rank\": {}", stream(id).agent);
    if (stream(id).channel > 0) head += fmt::format(", \"channel\": {}", stream(id).channel);
    if (number(id) > 0) head += fmt::format(", \"stream\": {}", number(id));
    std::vector<std::string> steps;
    for (StepIndex index = 0; index < stream(id).steps; ++index) {
      const Step step = schedule_.step(id, index);
      if (step.receive.count == 0 && step.send.count == 0 && !step.keeps) continue;
      steps.push_back(core::one_line(step_json(id, step, schedule_.data(id, index))));
    }
    return head + ", \"steps\": " + core::lines_of(steps, '[', ']', 4) + "}";
  }

  Json step_json(StreamId id, const Step& step, const std::vector<Range>& data) const {
    Json written = Json::object();
    const bool receives = step.receive.count > 0;
    if (receives) written["receive"] = peers(stream(id).receives, step.receive);
    if (receives && step.takes_own) written["reduce"] = true;
    const bool keeps = receives && stream(id).agent < contract_.ranks;
    if (step.keeps != keeps) written["keep"] = step.keeps;
    if (step.send.count > 0) written["send"] = peers(stream(id).sends, step.send);
    // A message of a barrier stands for an arrival, unless it is of no data at all.
    if (has_data() || data.empty()) written["chunk"] = chunks(data);
    return written;
  }

  Json peers(const std::vector<Peer>& ends, const Ports& ports) const {
    std::vector<Json> all;
    for (int port = ports.first; port < ports.end(); ++port) {
      const StreamId peer = ends[static_cast<std::size_t>(port)].stream;
      const int agent = stream(peer).agent;
      all.push_back(number(peer) == 0 ? Json(agent)
                                      : Json(fmt::format("{}:{}", agent, number(peer))));
    }
    return one_or_list(std::move(all));
  }

  Json chunks(const std::vector<Range>& data) const {
    std::vector<Json> all;
    for (const Range& range : data) {
      if (range.bytes == 0) continue;
      const std::uint64_t first = range.begin / grain_;
      const std::uint64_t last = range.end() / grain_ - 1;
      all.push_back(first == last ? Json(first) : Json(fmt::format("{}-{}", first, last)));
    }
    return one_or_list(std::move(all));
  }

  const Schedule& schedule_;
  Contract contract_;
  std::vector<Stream> streams_;
  std::vector<int> numbers_;  // by stream: among those of its agent and channel
  std::uint64_t grain_ = 1;   // bytes of a chunk
};

}  // namespace

std::string schedule_to_json(const Schedule& schedule) {
  return ScheduleWriter(schedule).text();
}

}  // namespace treering::testing
