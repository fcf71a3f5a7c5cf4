// Invariants of the cost model, over random machines, calls and parameters.
#include "sim/cost/cost_model.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/cost/price.h"
#include "sim/nccl/call/work.h"
#include "sim/nccl/plan.h"
#include "sim/predict.h"
#include "tests/support/cost_samples.h"
#include "tests/support/small_machines.h"

namespace treering::sim::cost {
namespace cost_model_test {

using core::Collective;
using nccl::Algorithm;
using nccl::Protocol;

Values any_values() {
  Values values;
  for (double& value : values.list) value = std::exp(*rc::gen::inRange(-300, 300) / 100.0);
  values[terms::Quantity::EagerLimit] = *rc::gen::inRange(1, 1 << 20);
  return values;
}

struct AnyCall {
  terms::CallFacts facts;
  std::optional<Algorithm> algorithm;
};

core::Fabric any_fat_tree(int nodes) {
  core::Fabric fabric;
  fabric.kind = core::FabricKind::FatTree;
  fabric.nodes_per_leaf = *rc::gen::inRange(0, 65);
  fabric.oversubscription = *rc::gen::inRange(100, 6400) / 100.0;
  fabric.hop_latency = core::Duration::from_us(*rc::gen::inRange(0, 100) / 100.0);
  fabric.order.kind =
      *rc::gen::element(core::NodeOrder::Kind::Sorted, core::NodeOrder::Kind::Scattered,
                        core::NodeOrder::Kind::Listed);
  if (fabric.order.kind == core::NodeOrder::Kind::Listed) {
    fabric.order.leaves = *rc::gen::container<std::vector<int>>(static_cast<std::size_t>(nodes),
                                                                rc::gen::inRange(0, 5));
  }
  return fabric;
}

/// What some algorithm can do, on up to 64 nodes of up to 16 GPUs.
AnyCall any_call() {
  AnyCall call;
  terms::CallFacts& facts = call.facts;
  facts.nodes = *rc::gen::inRange(1, 65);
  facts.ranks_per_node = *rc::gen::inRange(facts.nodes == 1 ? 2 : 1, 17);
  facts.channels = *rc::gen::inRange(1, 33);
  facts.protocol = static_cast<Protocol>(*rc::gen::inRange(0, nccl::kProtocols));
  facts.bytes = *rc::gen::inRange(8, 1 << 30);
  facts.chunk_bytes = *rc::gen::inRange(8, 1 << 22);
  facts.eager_bytes = *rc::gen::inRange(1, 1 << 20);
  const auto rate = [] { return *rc::gen::inRange(1, 1000) / 1.0; };
  facts.wires.ring_per_gpu = rate();
  facts.wires.all_per_gpu = rate();
  facts.wires.per_node = facts.nodes > 1 ? rate() : 0;
  facts.wires.inside = {*rc::gen::inRange(0, 300) / 100.0, rate(), rate(), 1 / rate()};
  facts.spine = terms::spine_of(any_fat_tree(facts.nodes), facts.nodes, facts.wires.per_node);
  const int which = *rc::gen::inRange(0, nccl::kAlgorithms + 1);
  if (which < nccl::kAlgorithms) call.algorithm = static_cast<Algorithm>(which);
  facts.collective =
      *rc::gen::element(Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter,
                        Collective::Broadcast, Collective::Reduce, Collective::AllToAll,
                        Collective::SendRecv, Collective::Gather);
  return call;
}

double time_of(const AnyCall& call, const Values& values) {
  return price(terms_of(call.facts, entry_of(call.algorithm)).value(), values).time_us;
}

RC_GTEST_PROP(CostModelProperty, TimeDoesNotFallWithSize, ()) {
  AnyCall call = any_call();
  const Values values = any_values();
  const double less = time_of(call, values);
  RC_ASSERT(std::isfinite(less) && less > 0);
  call.facts.bytes *= *rc::gen::inRange(101, 1000) / 100.0;
  RC_ASSERT(time_of(call, values) >= less * (1 - 1e-12));
}

RC_GTEST_PROP(CostModelProperty, SlowerWiresMakeNothingFaster, ()) {
  AnyCall call = any_call();
  const Values values = any_values();
  const double fast = time_of(call, values);
  terms::Wires& wires = call.facts.wires;
  double* const one = *rc::gen::element(&wires.ring_per_gpu, &wires.all_per_gpu, &wires.per_node,
                                        &wires.inside.usual, &call.facts.spine.per_leaf);
  RC_PRE(one != &call.facts.spine.per_leaf || *one > 0);
  *one *= *rc::gen::inRange(1, 100) / 100.0;
  RC_ASSERT(time_of(call, values) >= fast * (1 - 1e-12));
}

/// Rates, and what scales them; shares of time that are lost are none of these.
bool is_the_more_the_faster(const terms::QuantityEntry& entry) {
  const bool is_loss = entry.name.starts_with("fill") || entry.name == "links.settling";
  return entry.unit == "GB/s" || (entry.most == terms::kWhole && !is_loss);
}

RC_GTEST_PROP(CostModelProperty, LowerRatesAndLongerHopsMakeNothingFaster, ()) {
  const AnyCall call = any_call();
  Values values = any_values();
  const double before = time_of(call, values);
  const auto at = static_cast<std::size_t>(*rc::gen::inRange<int>(0, terms::kQuantityCount));
  const terms::QuantityEntry& entry = terms::kQuantities.at(at);
  const double factor = *rc::gen::inRange(101, 1000) / 100.0;
  values.list.at(at) *= is_the_more_the_faster(entry) ? 1 / factor : factor;
  RC_ASSERT(time_of(call, values) >= before * (1 - 1e-12));
}

// Where chunks are not as long as they may be, so that more channels have shorter ones.
RC_GTEST_PROP(CostModelProperty, MoreChannelsCostNothingButTheirStart, ()) {
  AnyCall call = any_call();
  call.facts.chunk_bytes = call.facts.bytes;
  const Values values = any_values();
  const double before = time_of(call, values);
  const int more = *rc::gen::inRange(1, 32);
  call.facts.channels += more;
  RC_ASSERT(time_of(call, values) <=
            (before + more * values[terms::Quantity::Channel]) * (1 + 1e-12));
}

TEST(CostModel, KnowsWhatAChannelOfRingsCarriesButNotOfMulticast) {
  terms::CallFacts facts = treering::testing::two_by_two();
  EXPECT_TRUE(prices_channels(facts, entry_of(Algorithm::Ring)));
  EXPECT_TRUE(prices_channels(facts, entry_of(Algorithm::Tree)));
  // The network's share of a channel says nothing of the links inside.
  EXPECT_FALSE(prices_channels(facts, entry_of(Algorithm::Nvls)));
  facts.nodes = 1;
  EXPECT_FALSE(prices_channels(facts, entry_of(Algorithm::Nvls)));
  EXPECT_TRUE(prices_channels(facts, entry_of(Algorithm::Ring)));
}

/// The least time over the uplinks of the leaf switches of `facts`.
double leaf_bound_us(const terms::CallFacts& facts, bool switch_reduces) {
  const core::Bandwidth rate = core::Bandwidth::from_gb_per_s(facts.spine.per_leaf);
  const std::vector<int>& leaf_of = facts.spine.leaf_of;
  bound::CutLevel level{"leaf", facts.spine.leaves, rate, switch_reduces, {}};
  for (const int leaf : std::set(leaf_of.begin(), leaf_of.end())) {
    const auto nodes = static_cast<int>(std::ranges::count(leaf_of, leaf));
    level.distinct.push_back({nodes * facts.ranks_per_node, rate, rate, leaf == leaf_of.front()});
  }
  const bound::WireBound bound({level}, facts.ranks());
  const auto bytes = static_cast<std::uint64_t>(facts.bytes);
  return bound.time(facts.collective, core::Bytes::of(bytes)).in_us();
}

/// What carries each collective.
AnyCall any_real_call() {
  using Pair = std::pair<std::optional<Algorithm>, Collective>;
  AnyCall call = any_call();
  std::tie(call.algorithm, call.facts.collective) = *rc::gen::element(
      Pair{Algorithm::Ring, Collective::AllReduce}, Pair{Algorithm::Ring, Collective::AllGather},
      Pair{Algorithm::Ring, Collective::ReduceScatter},
      Pair{Algorithm::Ring, Collective::Broadcast}, Pair{Algorithm::Ring, Collective::Reduce},
      Pair{Algorithm::Tree, Collective::AllReduce},
      Pair{Algorithm::NvlsTree, Collective::AllReduce},
      Pair{Algorithm::CollNetChain, Collective::AllReduce},
      Pair{Algorithm::Pat, Collective::AllGather}, Pair{Algorithm::Pat, Collective::ReduceScatter},
      Pair{{}, Collective::AllToAll}, Pair{{}, Collective::SendRecv}, Pair{{}, Collective::Gather},
      Pair{{}, Collective::Scatter});
  if (call.algorithm == Algorithm::Pat) call.facts.ranks_per_node = 1;
  return call;
}

RC_GTEST_PROP(CostModelProperty, NothingBeatsTheUplinksOfALeaf, ()) {
  const AnyCall call = any_real_call();
  RC_PRE(call.facts.spine.leaves > 1);
  Values values = any_values();
  values[terms::Quantity::NetworkEfficiency] = 1;
  values[terms::Quantity::ScaleTransfer] = 1;
  const bool reduces = call.algorithm == Algorithm::CollNetChain;
  RC_ASSERT(time_of(call, values) >= leaf_bound_us(call.facts, reduces) * (1 - 1e-9));
}

RC_GTEST_PROP(CostModelProperty, NothingBeatsTheNetworkPorts, ()) {
  AnyCall call = any_call();
  RC_PRE(call.facts.nodes > 1 && call.algorithm.has_value());
  // All that an all_gather brings into a node comes over its ports.
  call.facts.collective = Collective::AllGather;
  call.algorithm = Algorithm::Ring;
  Values values = any_values();
  values[terms::Quantity::NetworkEfficiency] = 1;
  values[terms::Quantity::ScaleTransfer] = 1;
  const double foreign = call.facts.bytes * (call.facts.nodes - 1) / call.facts.nodes;
  RC_ASSERT(time_of(call, values) >= foreign / call.facts.wires.per_node / 1e3);
}

Parameters plain() {
  Parameters parameters;
  parameters.values = treering::testing::ones();
  parameters.scatter = {0.1, 0.1, 0.1};
  return parameters;
}

struct Bench {
  core::Cluster cluster;
  nccl::Plan plan;
  CostModel model;
};

Bench bench_of(const core::Topology& node, const job::JobSpec& job) {
  core::Cluster cluster{node};
  cluster.node_count = job.nodes;
  auto plan = nccl::make_plan(cluster.node, job);
  auto machine = machine_of(cluster, plan);
  return {cluster, std::move(plan), CostModel(std::move(machine), plain())};
}

std::vector<Alternative> alternatives_on(const Bench& bench, Collective collective,
                                         std::uint64_t bytes) {
  const TimeModel time_model{Model::Cost, std::make_shared<const CostModel>(bench.model)};
  return alternatives_of(bench.plan, time_model, core::DataType::Float, core::ReduceOp::Sum)(
      collective, bytes);
}

TEST(CostModel, OneRankTakesNoTime) {
  job::JobSpec job;
  job.devices = {0};
  const Bench alone = bench_of(treering::testing::nvswitch_machine(4, 90), job);
  PricedCall carried;
  carried.call.bytes = 1 << 20;
  carried.algorithm = Algorithm::Ring;
  EXPECT_EQ(alone.model.estimate(alone.plan, carried), Estimate{});
}

TEST(CostModel, FactsAreThoseOfThePlanAndTheWay) {
  job::JobSpec job;
  job.nodes = 3;
  const Bench bench = bench_of(treering::testing::nvswitch_machine(4, 90), job);
  PricedCall carried;
  carried.call = {Collective::AllGather, 4096, core::DataType::Float, core::ReduceOp::Sum};
  carried.protocol = Protocol::Ll;
  carried.channels = 0;  // none said: one carries it
  const terms::CallFacts facts = facts_of(bench.plan, bench.model.machine(), carried, 77);
  EXPECT_EQ(facts.ranks(), 12);
  EXPECT_EQ(facts.nodes, 3);
  EXPECT_EQ(facts.channels, 1);
  EXPECT_EQ(facts.bytes, 4096);
  EXPECT_EQ(facts.chunk_bytes, 32768);  // of a message between two ranks, with LL
  EXPECT_EQ(facts.eager_bytes, 77);
  EXPECT_EQ(facts.protocol, Protocol::Ll);
  EXPECT_EQ(facts.wires, bench.model.machine().wires);
}

TEST(CostModel, WiresAreThoseOfTheChannelsThatCarryTheCall) {
  job::JobSpec job;
  job.nodes = 2;
  const Bench bench = bench_of(treering::testing::nvswitch_machine(4, 90), job);
  PricedCall carried;
  carried.algorithm = Algorithm::Ring;
  const auto facts = [&] { return facts_of(bench.plan, bench.model.machine(), carried, 0); };
  EXPECT_DOUBLE_EQ(facts().wires.per_node, 25);
  EXPECT_EQ(facts().adapters, 1);
  EXPECT_EQ(facts().senders, 1);
  carried.channels = 4;
  EXPECT_DOUBLE_EQ(facts().wires.per_node, 100);
  EXPECT_EQ(facts().senders, 4);
  carried.algorithm.reset();
  carried.call.collective = Collective::AllToAll;
  EXPECT_EQ(facts().wires.pairs, bench.model.machine().pairs.at(Collective::AllToAll));
}

/// Means are summed in another order.
Machine without_means(Machine machine) {
  for (auto& ways : machine.inside) {
    for (terms::InsideWay& way : ways) way.mean_ns_per_byte = 0;
  }
  return machine;
}

// A root has another place in the rings.
TEST(CostModel, OrderOfRanksChangesNothingOnASymmetricMachine) {
  const core::Topology node = treering::testing::nvswitch_machine(4, 90);
  for (const int count : {1, 3}) {
    job::JobSpec straight;
    straight.nodes = count;
    job::JobSpec mixed = straight;
    mixed.devices = {2, 0, 3, 1};
    const Bench a = bench_of(node, straight);
    const Bench b = bench_of(node, mixed);
    EXPECT_EQ(without_means(a.model.machine()), without_means(b.model.machine()));
    for (const Collective collective : core::all_collectives()) {
      if (nccl::rules::is_rooted(collective)) continue;
      for (const std::uint64_t bytes : {8U, 65536U, 67108864U}) {
        EXPECT_EQ(alternatives_on(a, collective, bytes), alternatives_on(b, collective, bytes))
            << name_of(collective) << ' ' << bytes << ' ' << count;
      }
    }
  }
}

TEST(CostModel, EveryCandidateHasATimeInItsInterval) {
  job::JobSpec job;
  job.nodes = 2;
  const Bench bench = bench_of(treering::testing::nvswitch_machine(4, 90), job);
  for (const Collective collective : core::all_collectives()) {
    for (const Alternative& one : alternatives_on(bench, collective, 1 << 20)) {
      ASSERT_TRUE(one.estimate && one.estimate->interval);
      EXPECT_LE(one.estimate->interval->low, *one.time());
      EXPECT_LE(*one.time(), one.estimate->interval->high);
      core::Duration sum;
      for (const TimeShare& share : one.estimate->shares) sum += share.time;
      EXPECT_NEAR(sum.in_us(), one.time()->in_us(), 1e-9 * one.time()->in_us());
    }
  }
}

}  // namespace cost_model_test
}  // namespace treering::sim::cost
