// Symmetry: one stream of each class has the times of all.
#include "sim/engine/fold.h"

#include <map>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/algorithms/registry.h"
#include "sim/engine/connected.h"
#include "sim/engine/network_graph.h"
#include "sim/engine/partition.h"
#include "sim/engine/simulate.h"
#include "sim/schedule/heads/heads.h"
#include "sim/schedule/pat.h"
#include "sim/schedule/ring.h"
#include "sim/schedule/steps_in_memory.h"
#include "sim/schedule/tree.h"
#include "tests/support/engine_cases.h"
#include "tests/support/schedule_cases.h"

namespace treering::sim::engine {
namespace fold_test {

using schedule::ChannelWork;
using schedule::Goal;
using schedule::Schedule;
using testing::Cluster;
using testing::wiring_of;

constexpr Shortcuts kSymmetry{true, false};

std::unique_ptr<Schedule> ring(int ranks, int channels, std::uint64_t bytes, Goal goal) {
  schedule::RingInput input;
  input.contract = {goal, ranks, bytes * static_cast<unsigned>(channels)};
  for (int channel = 0; channel < channels; ++channel) {
    std::vector<int> order(static_cast<std::size_t>(ranks));
    std::iota(order.begin(), order.end(), 0);
    // Every second channel goes through a pair of ranks the other way around.
    for (int i = 0; channel % 2 == 1 && i + 1 < ranks; i += 2) {
      std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(i + 1)]);
    }
    input.rings.push_back(order);
    input.work.push_back({bytes * static_cast<unsigned>(channel), bytes, 64});
  }
  input.slicing = {2, 8, 8};
  input.chunk_grain = 8;
  input.slots = 3;
  return schedule::ring_schedule(std::move(input));
}

std::unique_ptr<Schedule> heap_tree(int ranks, std::uint64_t bytes) {
  schedule::TreesInput input;
  input.contract = {Goal::AllReduce, ranks, bytes};
  input.agents = input.members = ranks;
  input.member = [ranks](int, int rank) {
    const auto place = schedule::heap_place(rank, ranks, 0);
    return schedule::rank_member(rank, place.up, place.down);
  };
  input.work = {{0, {0, bytes, 40}, 0, 1, 8}};
  input.slots = 2;
  return schedule::trees_schedule(std::move(input));
}

std::unique_ptr<Schedule> heads(int ranks, int per_node, std::uint64_t bytes) {
  schedule::HeadsInput input;
  input.contract = {Goal::AllReduce, ranks, bytes};
  input.ranks_per_node = per_node;
  input.heads = {0, per_node - 1};
  input.work = {{0, bytes, 48}};
  input.slots = 2;
  return schedule::nvls_schedule(std::move(input));
}

/// Over several nodes, by NVLS or CollNetDirect.
std::unique_ptr<Schedule> rails(int nodes, Goal goal, std::uint64_t bytes, bool multicasts) {
  schedule::HeadsInput input;
  input.contract = {goal, 3 * nodes, bytes};
  input.ranks_per_node = 3;
  input.heads = {2, 0, 1};
  input.work = testing::two_channels(input.contract);
  input.slots = 2;
  return multicasts ? schedule::nvls_schedule(input) : schedule::collnet_direct_schedule(input);
}

Cluster any_cluster(int ranks) {
  Cluster cluster;
  cluster.ranks = ranks;
  cluster.per_node = *rc::gen::element(1, 2, 3, 4);
  cluster.inside = *rc::gen::element(70.0, 1000.0);
  cluster.is_posted = *rc::gen::arbitrary<bool>();
  cluster.head = *rc::gen::element(1.0, 0.25);
  cluster.slow_link = *rc::gen::element(-1, 0, 7);
  cluster.late_stream = *rc::gen::element(-1, -1, 2);
  return cluster;
}

void expect_same(const Schedule& steps, const Cluster& cluster) {
  const Wiring wiring = wiring_of(steps, cluster);
  const std::string difference =
      testing::difference(simulate(steps, wiring, kSymmetry), simulate(steps, wiring));
  if (!difference.empty()) RC_PRE(!testing::rounding_decides(steps, cluster));
  RC_ASSERT(difference == "");
}

RC_GTEST_PROP(Fold, HasTheTimesOfRings, ()) {
  const int ranks = *rc::gen::inRange(2, 13);
  const auto goal = *rc::gen::element(Goal::AllReduce, Goal::AllGather, Goal::ReduceScatter,
                                      Goal::Broadcast, Goal::Barrier);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 3000);
  expect_same(*ring(ranks, *rc::gen::inRange(1, 4), bytes, goal), any_cluster(ranks));
}

RC_GTEST_PROP(Fold, HasTheTimesOfTreesAndHeads, ()) {
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 500);
  const int ranks = *rc::gen::inRange(2, 24);
  expect_same(*heap_tree(ranks, bytes), any_cluster(ranks));
  const int nodes = *rc::gen::inRange(1, 5);
  expect_same(*heads(4 * nodes, 4, bytes), any_cluster(4 * nodes));
}

RC_GTEST_PROP(Fold, HasTheTimesOfRails, ()) {
  const auto goal = *rc::gen::element(Goal::AllGather, Goal::ReduceScatter);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 500);
  const int nodes = *rc::gen::inRange(2, 5);
  Cluster cluster = any_cluster(3 * nodes);
  cluster.per_node = 3;
  expect_same(*rails(nodes, goal, bytes, *rc::gen::arbitrary<bool>()), cluster);
}

RC_GTEST_PROP(Fold, HasTheTimesOfPat, ()) {
  const int ranks = *rc::gen::inRange(2, 17);
  const schedule::PatInput input{
      {*rc::gen::element(Goal::AllGather, Goal::ReduceScatter), ranks, 96}, {{0, 96, 40}}, 64, 2};
  expect_same(*schedule::pat_schedule(input), any_cluster(ranks));
}

TEST(Fold, HasTheTimesOfTextbooks) {
  for (const algorithms::Entry& entry : algorithms::all()) {
    if (entry.rules != nullptr) continue;  // needs a plan
    for (const Goal goal : testing::all_goals()) {
      for (const int ranks : {4, 6, 8}) {
        const auto contract = testing::contract_for(goal, ranks, 640);
        const algorithms::ScheduleQuery query{contract, testing::two_channels(contract), 2, 4};
        if (!entry.schedule.serves(query)) continue;
        const auto steps = entry.schedule.make(query);
        const Wiring wiring = wiring_of(*steps, {.ranks = ranks, .per_node = 2});
        EXPECT_EQ(
            testing::difference(simulate(*steps, wiring, kSymmetry), simulate(*steps, wiring)), "")
            << entry.name << " " << name_of(goal) << " " << ranks;
      }
    }
  }
}

/// What a class sees: for each port the class at the other end.
using Neighbours = std::vector<ClassId>;

TEST(Fold, ClassesAreEquitable) {
  const auto steps = ring(12, 3, 12 * 64, Goal::AllReduce);
  const Wiring wiring = wiring_of(*steps, {.ranks = 12, .per_node = 4, .inside = 70});
  const NetworkGraph graph = network_graph(*steps, wiring);
  const Partition partition = partition_of(graph, 36);
  std::map<ClassId, std::set<Neighbours>> around;
  std::map<LinkId, std::map<ClassId, double>> loads;  // of each link by the class of its senders
  for (std::size_t id = 0; id < graph.kinds.size(); ++id) {
    const ClassId own = partition.class_of(static_cast<schedule::StreamId>(id));
    Neighbours neighbours;
    for (const End end : graph.sends(id)) {
      const auto& one = graph.connections[index(end)];
      neighbours.push_back(partition.class_of(one.receiver));
      for (const NetworkGraph::Hop& hop : graph.route(index(end))) {
        loads[hop.link][own] += graph.weight_of(hop);
      }
    }
    around[own].insert(neighbours);
  }
  // Four positions in a node; the first and third channel are equal, the second is not.
  EXPECT_EQ(partition.streams.size(), 8U);
  for (const auto& [one, seen] : around) EXPECT_EQ(seen.size(), 1U) << one;
  for (std::size_t link = 0; link < wiring.capacities.size(); ++link) {
    const ClassId one = partition.of_link[link];
    if (one < 0) continue;
    EXPECT_EQ(loads[static_cast<LinkId>(link)], loads[partition.links[index(one)]]) << link;
  }
}

std::size_t classes_of(const Schedule& steps, const Cluster& cluster) {
  const Wiring wiring = wiring_of(steps, cluster);
  const auto most = static_cast<std::size_t>(steps.streams());
  return partition_of(network_graph(steps, wiring), most).streams.size();
}

// A message between ranks of a node loads their links with 60 of 1,000 bytes/us: half of that is
// still enough. A slow link to the network is felt in the whole ring.
TEST(Fold, AFaultDividesOnlyWhatFeelsIt) {
  const auto steps = ring(16, 1, 16 * 64, Goal::AllReduce);
  const Cluster cluster{.ranks = 16, .per_node = 4, .inside = 1000};
  EXPECT_EQ(classes_of(*steps, cluster), 4U);
  Cluster unfelt = cluster;
  unfelt.slow_link = 5;
  EXPECT_EQ(classes_of(*steps, unfelt), 4U);
  Cluster felt = cluster;
  felt.slow_link = 2 * 16 + 1;
  EXPECT_EQ(classes_of(*steps, felt), 16U);
}

// Two rings of different ranks: a late stream in one does not divide the other.
TEST(Fold, AnotherRingDoesNotFeelALateStream) {
  const auto pairs = [] {
    schedule::StepsInMemory all;
    all.promise = {Goal::SendRecv, 8, 100};
    all.agent_count = 8;
    all.slot_count = 1;
    for (int i = 0; i < 8; ++i) {
      const int other = i ^ 1;
      schedule::ListedStream one;
      one.stream = {i, 0, 1, {}, {}};
      (i % 2 == 0 ? one.stream.sends : one.stream.receives) = {{other, 0}};
      schedule::Step step{100, {}, {}, true, true};
      (i % 2 == 0 ? step.send : step.receive) = {0, 1};
      one.list = {{step, {}}};
      all.list.push_back(one);
    }
    return all;
  }();
  EXPECT_EQ(classes_of(pairs, {.ranks = 8, .per_node = 2, .inside = 1000}), 2U);
  EXPECT_EQ(classes_of(pairs, {.ranks = 8, .per_node = 2, .inside = 1000, .late_stream = 4}), 4U);
}

TEST(Fold, CountsWhatItSaves) {
  const auto steps = ring(64, 2, 64 * 64, Goal::AllReduce);
  const Wiring wiring = wiring_of(*steps, {.ranks = 64, .per_node = 4});
  const Outcome outcome = simulate(*steps, wiring, kSymmetry);
  EXPECT_EQ(outcome.transfers, 2U * 64 * 2 * 2 * 63);
  // Sixteen nodes, and two channels that are equal but for the names of ranks.
  EXPECT_EQ(outcome.simulated, outcome.transfers / 32);
  EXPECT_EQ(outcome.symmetric, outcome.transfers - outcome.simulated);
}

}  // namespace fold_test
}  // namespace treering::sim::engine
