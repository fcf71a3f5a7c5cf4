// Calls that are modelled once for all their rows take what each of them would take alone.
#include "tuner/check/run_model.h"

#include <cmath>

#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "tuner/check/check.h"
#include "tuner/profiles.h"

namespace treering::tuner::check {
namespace run_model_test {

Measurement row_of(std::uint64_t bytes, const std::string& algorithm, const std::string& protocol) {
  Measurement row;
  row.bytes = bytes;
  row.way.algorithm = algorithm;
  row.way.protocol = protocol;
  row.out_of_place = core::Duration::from_us(1);
  return row;
}

CheckedRun some_run(const std::string& topology, int nodes) {
  auto cluster = hw::load_cluster(topology).value().cluster;
  sim::job::JobSpec job;
  job.nodes = cluster.node_count = nodes;
  CheckedRun run{calibration::make_bench(cluster, job, "").value(), shipped_profile(), {}};
  for (const std::uint64_t bytes : {8ULL, 65536ULL, 1ULL << 24U, 1ULL << 33U}) {
    for (const char* const algorithm : {"", "Ring", "Tree", "NVLS"}) {
      run.rows.push_back(row_of(bytes, algorithm, ""));
      run.rows.push_back(row_of(bytes, algorithm, "Simple"));
    }
    run.rows.push_back(row_of(bytes, "", "LL"));
    run.rows.back().way.channels = 2;
    run.rows.push_back(row_of(bytes, "Ring", ""));
    run.rows.back().gpus_per_process = 2;
    run.rows.push_back(row_of(bytes, "Tree", ""));
    run.rows.back().is_fallback = true;
    run.rows.push_back(row_of(bytes, "", ""));
    run.rows.back().collective = core::Collective::AllToAll;
  }
  return run;
}

// Those of a profile are for an algorithm: the call's own decides, whatever else is known.
TEST(RunModel, CorrectsACallByItsAlgorithm) {
  CheckedRun run = some_run("dgx-h100", 2);
  const Measurement ring = row_of(1ULL << 24U, "Ring", "Simple");
  const auto plain = RunModel(run, RunModel::Says::TimeAndMost).once(ring);
  const double factor = std::log(3);
  run.profile.corrections = {
      {core::Collective::AllReduce, "Ring", {{1ULL << 24U, factor, 0}}, 0, 0},
      {core::Collective::AllReduce, "Tree", {{1ULL << 24U, 2 * factor, 0}}, 0, 0},
      {core::Collective::AllReduce, "", {{1ULL << 24U, 4 * factor, 0}}, 0, 0}};
  const auto corrected = RunModel(run, RunModel::Says::TimeAndMost).once(ring);
  ASSERT_TRUE(plain && corrected);
  EXPECT_NEAR(corrected->estimate.time / plain->estimate.time, 3, 1e-9);
}

TEST(RunModel, SaysOfACallWhatItsRowSaysAlone) {
  for (const auto& [topology, nodes] : {std::pair("dgx-h100", 2), std::pair("pcie-4", 1)}) {
    const CheckedRun run = some_run(topology, nodes);
    const auto parameters = calibration::whole_parameters(run.profile, run.bench->machine.kind);
    RunModel model(run, RunModel::Says::TimeOnly);
    RunModel named(run, RunModel::Says::TimeAndMost);
    for (int i = 0; i < 2; ++i) {  // the second time from what is known
      for (const Measurement& row : run.rows) {
        const auto seen = calibration::observe(*run.bench, row, run.profile);
        const Modelled* const modelled = model.of(row);
        ASSERT_EQ(seen.has_value(), modelled != nullptr);
        if (!seen) continue;
        const auto estimate = less_sure(calibration::estimate_of(*seen, parameters), kRunToRun);
        EXPECT_EQ(modelled->way.algorithm, seen->way.algorithm);
        EXPECT_EQ(modelled->way.protocol, seen->way.protocol);
        EXPECT_EQ(modelled->way.channels, seen->way.channels);
        EXPECT_EQ(modelled->is_replaced, seen->is_replaced);
        EXPECT_EQ(modelled->estimate.time, estimate.time);
        EXPECT_EQ(modelled->estimate.interval, estimate.interval);
        EXPECT_EQ(named.of(row)->estimate, modelled->estimate);
        EXPECT_FALSE(named.of(row)->most.empty());
      }
    }
  }
}

// 16 nodes, 4 under each leaf whose uplinks have a quarter of its ports' rate.
TEST(RunModel, HoldsBothOrdersOfNodesWhereNobodyKnowsTheirs) {
  auto cluster = hw::load_cluster("dgx-h100").value().cluster;
  cluster.fabric = {core::FabricKind::FatTree, core::LinkKind::InfiniBand, 4, 4, {}, {}, {}};
  sim::job::JobSpec job;
  job.nodes = cluster.node_count = 16;
  const Measurement ring = row_of(1ULL << 33U, "Ring", "Simple");
  const auto in_order = [&](core::NodeOrder::Kind order) {
    cluster.fabric.order = {order, {}};
    const CheckedRun run{calibration::make_bench(cluster, job, "").value(), shipped_profile(), {}};
    return RunModel(run, RunModel::Says::TimeOnly).once(ring).value().estimate;
  };
  const auto sorted = in_order(core::NodeOrder::Kind::Sorted);
  const auto scattered = in_order(core::NodeOrder::Kind::Scattered);
  const auto unknown = in_order(core::NodeOrder::Kind::Unknown);
  ASSERT_LT(sorted.time, scattered.time);
  EXPECT_EQ(unknown.time, scattered.time);
  EXPECT_EQ(unknown.interval->low, sorted.interval->low);
  EXPECT_EQ(unknown.interval->high, scattered.interval->high);
}

TEST(RunModel, IsForTheSameMachineAndParameters) {
  const CheckedRun run = some_run("dgx-h100", 2);
  const RunModel model(run, RunModel::Says::TimeOnly);
  EXPECT_TRUE(model.is_for(run));
  CheckedRun other = run;
  other.rows.clear();
  EXPECT_TRUE(model.is_for(other));
  other.profile.parameters.begin()->second.value *= 2;
  EXPECT_FALSE(model.is_for(other));
  other = run;
  other.bench = std::make_shared<calibration::Bench>(*run.bench);
  EXPECT_FALSE(model.is_for(other));
}

// Calls as fast as by the protocol Simple, once and three times over.
TEST(RunModel, CausesCountEachRowOfACall) {
  CheckedRun once = some_run("dgx-h100", 2);
  std::erase_if(once.rows, [](const Measurement& row) {
    return !row.way.algorithm.empty() || !row.way.protocol.empty() || row.is_fallback;
  });
  RunModel model(once, RunModel::Says::TimeOnly);
  for (Measurement& row : once.rows) {
    Measurement simple = row;
    simple.way.protocol = "Simple";
    row.out_of_place = model.of(simple)->estimate.time;
  }
  CheckedRun thrice = once;
  for (int i = 0; i < 2; ++i) {
    thrice.rows.insert(thrice.rows.end(), once.rows.begin(), once.rows.end());
  }
  const auto few = check(once);
  const auto many = check(thrice);
  ASSERT_TRUE(few && many);
  EXPECT_NEAR(many->factor, few->factor, 1e-9);
  ASSERT_FALSE(few->causes.empty());
  ASSERT_EQ(many->causes.size(), few->causes.size());
  for (std::size_t i = 0; i < few->causes.size(); ++i) {
    EXPECT_EQ(many->causes[i].cause, few->causes[i].cause);
    EXPECT_NEAR(many->causes[i].factor, few->causes[i].factor, 1e-9);
    EXPECT_EQ(many->causes[i].explained, 3 * few->causes[i].explained);
  }
}

}  // namespace run_model_test
}  // namespace treering::tuner::check
