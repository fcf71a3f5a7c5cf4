// read_schedule() of schedules that were written: what is read does the same.
#include <algorithm>
#include <memory>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/algorithms/registry.h"
#include "sim/schedule/heads/heads.h"
#include "sim/schedule/pat.h"
#include "sim/schedule/phases.h"
#include "sim/schedule/proof/verify.h"
#include "sim/schedule/ring.h"
#include "sim/schedule/tree.h"
#include "sim/schedule/written_schedule.h"
#include "tests/support/schedule_cases.h"
#include "tests/support/value_run.h"
#include "tests/support/written_schedule.h"

namespace treering::sim::schedule {
namespace read_back_test {

using testing::schedule_to_json;

/// What a step does, whatever the numbers of its ports.
struct Deed {
  std::uint64_t bytes = 0;
  std::vector<StreamId> from;
  std::vector<StreamId> to;
  bool takes_own = false;
  bool keeps = false;
  std::vector<Range> data;
  bool operator==(const Deed&) const = default;
};

std::vector<StreamId> peers_of(const std::vector<Peer>& ends, const Ports& ports) {
  std::vector<StreamId> peers;
  for (int port = ports.first; port < ports.end(); ++port) {
    peers.push_back(ends[static_cast<std::size_t>(port)].stream);
  }
  return peers;
}

/// Without steps that do nothing.
std::vector<Deed> deeds_of(const Schedule& schedule, StreamId id) {
  const Stream stream = schedule.stream(id);
  std::vector<Deed> deeds;
  for (StepIndex index = 0; index < stream.steps; ++index) {
    const Step step = schedule.step(id, index);
    if (step.receive.count == 0 && step.send.count == 0 && !step.keeps) continue;
    deeds.push_back({step.bytes, peers_of(stream.receives, step.receive),
                     peers_of(stream.sends, step.send), step.takes_own, step.keeps,
                     joined(schedule.data(id, index))});
  }
  return deeds;
}

/// Writes it, and reads it back.
void expect_survives(const Schedule& schedule, const std::string& name) {
  const std::string text = schedule_to_json(schedule);
  const auto again = read_schedule(text, name);
  ASSERT_TRUE(again) << again.error().message() << "\n" << text;
  Contract promise = schedule.contract();
  if (!has_root(promise.goal)) promise.root = 0;
  EXPECT_EQ(again->contract(), promise) << name;
  EXPECT_EQ(again->agents(), schedule.agents()) << name;
  EXPECT_EQ(again->slots(), schedule.slots()) << name;
  ASSERT_EQ(again->streams(), schedule.streams()) << name;
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    EXPECT_EQ(again->stream(id).agent, schedule.stream(id).agent) << name;
    EXPECT_EQ(again->stream(id).channel, schedule.stream(id).channel) << name;
    ASSERT_TRUE(deeds_of(*again, id) == deeds_of(schedule, id)) << name << ", stream " << id;
  }
  const auto fault = fault_of(*again);
  EXPECT_FALSE(fault) << name << ": " << fault->text;
  EXPECT_EQ(schedule_to_json(*again), text) << name;
}

std::string name_for(std::string_view generator, Goal goal, int ranks) {
  return std::string(generator) + " of " + std::string(name_of(goal)) + " over " +
         std::to_string(ranks);
}

std::vector<int> in_order(int ranks) {
  std::vector<int> ring(static_cast<std::size_t>(ranks));
  std::iota(ring.begin(), ring.end(), 0);
  return ring;
}

RingInput ring_over(const Contract& contract) {
  RingInput input;
  input.contract = contract;
  input.work = testing::two_channels(contract);
  input.rings = {in_order(contract.ranks), in_order(contract.ranks)};
  std::ranges::reverse(input.rings[1]);
  input.slicing = {2, 16, 16};
  input.chunk_grain = 16;
  input.slots = 4;
  return input;
}

/// Both trees of a channel: two streams of a rank on one channel, and two more.
TreesInput trees_over(const Contract& contract) {
  TreesInput input;
  input.contract = contract;
  input.agents = input.members = contract.ranks;
  input.member = [ranks = contract.ranks, root = contract.root](int tree, int member) {
    const int top = tree == 0 ? root : (root + 1) % ranks;
    const HeapPlace place = heap_place((member - top + ranks) % ranks, ranks, 0);
    const auto back = [&](int at) { return (at + top) % ranks; };
    std::vector<int> down;
    for (const int below : place.down) down.push_back(back(below));
    return rank_member(member, place.up < 0 ? -1 : back(place.up), down);
  };
  const int trees = has_root(contract.goal) || contract.goal == Goal::Barrier ? 1 : 2;
  for (int tree = 0; tree < trees; ++tree) {
    input.work.push_back({0, {0, contract.block_bytes, 64}, tree, trees, 16});
  }
  return input;
}

TEST(ReadBack, RingsSurvive) {
  for (const Goal goal : testing::all_goals()) {
    if (!ring_serves(goal)) continue;
    for (int ranks = 1; ranks <= 6; ++ranks) {
      const Contract contract = testing::contract_for(goal, ranks, 700);
      expect_survives(*ring_schedule(ring_over(contract)), name_for("ring", goal, ranks));
    }
  }
}

TEST(ReadBack, TreesSurvive) {
  for (const Goal goal : {Goal::AllReduce, Goal::Broadcast, Goal::Reduce, Goal::Barrier}) {
    for (int ranks = 1; ranks <= 7; ++ranks) {
      const Contract contract = testing::contract_for(goal, ranks, 700);
      expect_survives(*trees_schedule(trees_over(contract)), name_for("trees", goal, ranks));
    }
  }
}

TEST(ReadBack, PatSurvives) {
  for (const Goal goal : {Goal::AllGather, Goal::ReduceScatter}) {
    for (int ranks = 1; ranks <= 7; ++ranks) {
      const Contract contract = testing::contract_for(goal, ranks, 100);
      const PatInput input{contract, testing::two_channels(contract), 96, 2};
      expect_survives(*pat_schedule(input), name_for("pat", goal, ranks));
    }
  }
}

TEST(ReadBack, SwitchesSurvive) {
  for (const int nodes : {1, 2, 3}) {
    HeadsInput input;
    input.contract = testing::contract_for(Goal::AllReduce, 3 * nodes, 1000);
    input.ranks_per_node = 3;
    input.heads = {2, 1};
    input.work = testing::two_channels(input.contract);
    input.chunk_grain = 16;
    expect_survives(*nvls_schedule(input), name_for("nvls", Goal::AllReduce, 3 * nodes));
    if (nodes == 1) continue;
    expect_survives(*collnet_direct_schedule(input),
                    name_for("collnet_direct", Goal::AllReduce, 3 * nodes));
    expect_survives(*collnet_chain_schedule(input,
                                            [](int, int) {
                                              return std::vector{2, 1, 0};
                                            }),
                    name_for("collnet_chain", Goal::AllReduce, 3 * nodes));
  }
}

TEST(ReadBack, SwitchesThatKeepSurvive) {
  for (const Goal goal : {Goal::AllGather, Goal::ReduceScatter}) {
    HeadsInput input;
    input.contract = testing::contract_for(goal, 6, 90);
    input.ranks_per_node = 2;
    input.heads = {1, 0};
    input.work = testing::two_channels(input.contract);
    expect_survives(*nvls_schedule(input), name_for("nvls", goal, 6));
    expect_survives(*collnet_direct_schedule(input), name_for("collnet_direct", goal, 6));
  }
}

TEST(ReadBack, ThoseOfTextbooksSurvive) {
  int survived = 0;
  for (const algorithms::Entry& entry : algorithms::all()) {
    if (entry.rules != nullptr) continue;
    for (const Goal goal : testing::all_goals()) {
      for (int ranks = 1; ranks <= 6; ++ranks) {
        const Contract contract = testing::contract_for(goal, ranks, 640);
        const algorithms::ScheduleQuery query{contract, testing::two_channels(contract),
                                              ranks % 2 == 0 ? 2 : 1, 4};
        if (!entry.schedule.serves(query)) continue;
        expect_survives(*entry.schedule.make(query), name_for(entry.name, goal, ranks));
        ++survived;
      }
    }
  }
  EXPECT_GT(survived, 100);
}

TEST(ReadBack, WritesAStepALine) {
  const auto star = read_schedule(testing::schedule_text("all_reduce_star"), "star.json");
  ASSERT_TRUE(star);
  EXPECT_EQ(schedule_to_json(*star), R"({
  "schema": "treering.schedule/1",
  "collective": "all_reduce",
  "ranks": 4,
  "bytes": 4,
  "chunks": 1,
  "slots": 1,
  "streams": [
    {"rank": 0, "steps": [
      {"receive": [1, 2, 3], "reduce": true, "chunk": 0},
      {"send": [1, 2, 3], "chunk": 0}
    ]},
    {"rank": 1, "steps": [
      {"send": 0, "chunk": 0},
      {"receive": 0, "chunk": 0}
    ]},
    {"rank": 2, "steps": [
      {"send": 0, "chunk": 0},
      {"receive": 0, "chunk": 0}
    ]},
    {"rank": 3, "steps": [
      {"send": 0, "chunk": 0},
      {"receive": 0, "chunk": 0}
    ]}
  ]
}
)");
}

}  // namespace read_back_test
}  // namespace treering::sim::schedule
