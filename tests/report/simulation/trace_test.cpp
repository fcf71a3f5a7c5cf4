// Traces and Gantt values of small simulated runs.
#include "report/simulation/trace.h"

#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sim/engine/simulate.h"
#include "sim/schedule/steps_in_memory.h"
#include "tests/support/engine_cases.h"

namespace treering::report::simulation {
namespace trace_test {

using app::simulation::Recorded;
using drawing::Deed;
using nlohmann::json;
using sim::schedule::StepsInMemory;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Each rank sends `messages` chunks to the next one, which combines them.
std::shared_ptr<const StepsInMemory> shift(int ranks, int messages) {
  auto all = std::make_shared<StepsInMemory>();
  all->promise = {sim::schedule::Goal::SendRecv, ranks, 100};
  all->agent_count = ranks;
  all->slot_count = 2;
  for (int rank = 0; rank < ranks; ++rank) {
    sim::schedule::ListedStream one;
    const int next = (rank + 1) % ranks;
    const int last = (rank + ranks - 1) % ranks;
    one.stream = {rank, 0, static_cast<std::uint64_t>(messages) + 1, {{last, 0}}, {{next, 0}}};
    one.list.push_back({{100, {}, {0, 1}, true, false}, {}});
    for (int i = 1; i < messages; ++i) one.list.push_back({{100, {0, 1}, {0, 1}, true, false}, {}});
    one.list.push_back({{100, {0, 1}, {}, false, true}, {}});
    all->list.push_back(std::move(one));
  }
  return all;
}

Recorded recorded(const std::shared_ptr<const StepsInMemory>& schedule) {
  const auto wiring =
      testing::wiring_of(*schedule, {.ranks = schedule->agent_count, .per_node = 2});
  sim::timeline::Recorder recorder;
  simulate(*schedule, wiring, sim::engine::Shortcuts{}, &recorder);
  Recorded run;
  run.timeline = std::make_shared<sim::timeline::Timeline>(schedule, recorder.take());
  run.loads = std::make_shared<sim::timeline::LinkLoads>(run.timeline, wiring);
  const auto name = [](int link) { return "link \"" + std::to_string(link) + "\""; };
  run.link_names = std::make_shared<const sim::timeline::LinkNames>(run.loads->links(), name);
  return run;
}

Recorded recorded(int ranks, int messages) {
  return recorded(shift(ranks, messages));
}

/// What Perfetto needs: events of a thread in order, one after another; named tracks.
void expect_sound(const json& trace) {
  std::map<std::pair<int, int>, std::int64_t> ends;  // ns
  std::map<std::string, double> counters;
  std::set<std::pair<int, int>> threads;
  std::set<int> processes;
  for (const json& event : trace["traceEvents"]) {
    const std::string kind = event["ph"];
    const int process = event["pid"];
    EXPECT_GT(process, 0);
    if (event["name"] == "process_name") processes.insert(process);
    if (event["name"] == "thread_name") threads.insert({process, event["tid"]});
    if (kind == "X") {
      const std::pair<int, int> track{process, event["tid"]};
      EXPECT_TRUE(threads.contains(track));
      const auto begin = std::llround(event["ts"].get<double>() * 1000);
      EXPECT_GE(begin, ends[track]);
      ends[track] = begin + std::llround(event["dur"].get<double>() * 1000);
      EXPECT_GE(ends[track], begin);
    } else if (kind == "C") {
      double& last = counters[event["name"]];
      EXPECT_GE(event["ts"].get<double>(), last);
      last = event["ts"];
    }
    EXPECT_TRUE(processes.contains(process) || kind == "i") << event;
  }
}

std::size_t count(const json& trace, std::string_view kind) {
  std::size_t count = 0;
  for (const json& event : trace["traceEvents"]) count += event["ph"] == kind ? 1U : 0U;
  return count;
}

TEST(TraceJson, HasEveryStepAndLink) {
  const Recorded run = recorded(4, 3);
  const std::string text = trace_json(run);
  EXPECT_EQ(text, trace_json(recorded(4, 3)));
  const json trace = json::parse(text);
  expect_sound(trace);
  EXPECT_EQ(count(trace, "X"), 4U * 4);
  EXPECT_EQ(count(trace, "i"), 0U);
  EXPECT_EQ(trace["otherData"]["note"], "");
  const auto first = std::ranges::find(
      trace["traceEvents"], "X", [](const json& one) { return one["ph"].get<std::string>(); });
  // 100 bytes at 60 bytes/us within a node.
  EXPECT_EQ(
      first->dump(),
      R"({"args":{"bytes":100,"from":[],"step":0,"to":[1]},"dur":1.667,"name":"sends to 1","ph":"X",)"
      R"("pid":1,"tid":1,"ts":0.0})");
  EXPECT_THAT(text, HasSubstr(R"("waited":"for the message of rank 3")"));
  EXPECT_THAT(text, HasSubstr(R"("name":"link \"0\"")"));
}

// All that ranks 1 to 3 wait for is the last to arrive: they receive it in no time, at the end.
TEST(TraceJson, HasStepsThatTakeNoTimeAtTheEnd) {
  auto all = std::make_shared<StepsInMemory>();
  all->promise = {sim::schedule::Goal::Barrier, 4, 1};
  all->agent_count = 4;
  all->slot_count = 2;
  all->list.push_back(
      {{0, 0, 1, {}, {{1, 0}, {2, 0}, {3, 0}}}, {{{1, {}, {0, 3}, true, false}, {}}}});
  for (int rank = 1; rank < 4; ++rank) {
    all->list.push_back({{rank, 0, 1, {{0, rank - 1}}, {}}, {{{1, {0, 1}, {}, false, true}, {}}}});
  }
  const json trace = json::parse(trace_json(recorded(all)));
  expect_sound(trace);
  EXPECT_EQ(count(trace, "X"), 4U);
  EXPECT_EQ(trace["otherData"]["time_0"], "the begin of the first message");
  EXPECT_EQ(trace["otherData"]["time_0_us"], 0);
}

TEST(TraceJson, SaysWhatItLeavesOut) {
  const Recorded run = recorded(6, 400);
  const json trace = json::parse(trace_json(run, {{2, 100}, 1, 8}));
  expect_sound(trace);
  EXPECT_LE(count(trace, "X"), 100U);
  EXPECT_GE(count(trace, "X"), 98U);
  const std::string note = trace["otherData"]["note"];
  EXPECT_THAT(note, HasSubstr("Of 6 tracks 2 are shown: the first channels of the first ranks."));
  EXPECT_THAT(note, HasSubstr("are shown, with "));
  EXPECT_THAT(note, HasSubstr("links the 1 busiest are shown."));
  EXPECT_THAT(note, HasSubstr("means of as many parts"));
  EXPECT_EQ(count(trace, "i"), 1U);
}

TEST(Gantt, HasStepsAndWaits) {
  const Gantt gantt = gantt_of(recorded(2, 2));
  EXPECT_EQ(gantt.left_out, "");
  ASSERT_EQ(gantt.timeline.tracks.size(), 2U);
  EXPECT_EQ(gantt.timeline.tracks[1].name, "rank 1, channel 0");
  std::vector<Deed> deeds;
  for (const drawing::Bar& bar : gantt.timeline.tracks[0].bars) deeds.push_back(bar.deed);
  EXPECT_THAT(deeds,
              ElementsAre(Deed::Sends, Deed::Waits, Deed::Combines, Deed::Waits, Deed::Copies));
  EXPECT_EQ(gantt.timeline.tracks[0].bars[1].label, "for the message of rank 1");
  EXPECT_EQ(gantt.timeline.tracks[0].bars[0].label, "to 1");
  // 60 of 150 bytes/us out of each rank and into it.
  ASSERT_EQ(gantt.timeline.links.size(), 4U);
  EXPECT_NEAR(gantt.timeline.links[0].busy.at(0).share, 0.4, 1e-9);
}

TEST(Gantt, LooksAtLongTracksInMoments) {
  const Gantt gantt = gantt_of(recorded(4, 400), {.tracks = 3, .links = 2, .steps = 50});
  EXPECT_EQ(gantt.timeline.tracks.size(), 3U);
  EXPECT_EQ(gantt.timeline.links.size(), 2U);
  for (const drawing::Track& track : gantt.timeline.tracks) {
    double at = 0;
    EXPECT_LE(track.bars.size(), 50U);
    for (const drawing::Bar& bar : track.bars) {
      EXPECT_GE(bar.from_us, at);
      at = bar.to_us;
    }
    EXPECT_LE(at, gantt.timeline.end_us * (1 + 1e-9));
  }
  EXPECT_THAT(gantt.left_out, HasSubstr("Tracks with more than 50 steps"));
}

// Ranks 0 and 1 are in one node, 2 in the next.
TEST(Gantt, MessagesToOtherNodesArePosted) {
  const Gantt gantt = gantt_of(recorded(4, 1));
  EXPECT_EQ(gantt.timeline.tracks[0].bars.front().deed, Deed::Sends);
  EXPECT_EQ(gantt.timeline.tracks[1].bars.front().deed, Deed::Posts);
}

}  // namespace trace_test
}  // namespace treering::report::simulation
