// The profiles inside the program, and what the cost model says by them of every built-in machine.
#include "tuner/profiles.h"

#include <cmath>

#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "hw/load_cluster.h"
#include "sim/cost/cost_model.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/search/job_search.h"
#include "sim/predict.h"

namespace treering::tuner {
namespace profiles_test {

using sim::cost::terms::MachineKind;

struct Bench {
  core::Cluster cluster;
  sim::nccl::Plan plan;
  sim::cost::Machine machine;
};

sim::job::JobSpec job_on(int nodes) {
  sim::job::JobSpec job;
  job.nodes = nodes;
  return job;
}

Bench bench(core::Cluster cluster, int nodes, const sim::nccl::search::NodeSearch& found) {
  cluster.node_count = nodes;
  auto plan = sim::nccl::make_plan(job_on(nodes), found);
  auto machine = sim::cost::machine_of(cluster, plan);
  return {std::move(cluster), std::move(plan), std::move(machine)};
}

Bench bench(std::string_view name, int nodes) {
  core::Cluster cluster = hw::load_cluster(std::string(name)).value().cluster;
  const auto found = sim::nccl::search::search_node(cluster.node, job_on(nodes));
  return bench(std::move(cluster), nodes, found);
}

bool has_network(std::string_view name) {
  const auto loaded = hw::load_cluster(std::string(name));
  return loaded && !loaded->cluster.node.of_kind(core::DeviceKind::NicPort).empty();
}

TEST(Profiles, AreValidAndSayWhereTheyAreFrom) {
  for (const core::EmbeddedFile& file : profile_files()) {
    const auto profile = core::profile_from_json(file.text, std::string(file.name));
    ASSERT_TRUE(profile) << profile.error().message();
    EXPECT_EQ(profile->name, file.name);
    for (const auto& [name, parameter] : profile->parameters) {
      EXPECT_FALSE(parameter.source.empty()) << name;
    }
  }
}

TEST(Profiles, KnowEveryKindOfMachine) {
  for (const char* const gpu : {"volta", "ampere", "hopper", "blackwell"}) {
    for (const char* const link : {"nvswitch", "mesh", "pcie"}) {
      for (const std::string_view network : sim::cost::network_names()) {
        for (const char* const rate : {"100G", "200G", "400G"}) {
          const auto parameters =
              sim::cost::parameters_of(prior_profile(), {gpu, link, std::string(network), rate});
          EXPECT_TRUE(parameters) << (parameters ? "" : parameters.error().message());
        }
      }
    }
  }
}

TEST(Profiles, UnitsAreThoseOfTheQuantities) {
  const MachineKind kind{"hopper", "nvswitch", "infiniband", "400G"};
  for (const sim::cost::terms::QuantityEntry& entry : sim::cost::terms::kQuantities) {
    const std::string name = name_for(entry.value, kind);
    ASSERT_TRUE(prior_profile().parameters.contains(name)) << name;
    EXPECT_EQ(prior_profile().parameters.at(name).unit, entry.unit) << name;
  }
}

struct Expected {
  const char* name;
  int nodes;
  MachineKind kind;
};

TEST(CostMachine, BuiltInsAreKnownForWhatTheyAre) {
  const Expected all[] = {
      {"alps", 2, {"hopper", "mesh", "slingshot", "200G", "arm"}},
      {"polaris", 2, {"ampere", "mesh", "slingshot", "200G"}},
      {"perlmutter", 2, {"ampere", "mesh", "slingshot", "200G"}},
      {"aws-p5", 2, {"hopper", "nvswitch", "efa", "400G"}},
      {"aws-p4d", 2, {"ampere", "nvswitch", "efa1", "100G"}},
      {"dgx-a100", 2, {"ampere", "nvswitch", "infiniband", "200G"}},
      {"dgx-h100", 2, {"hopper", "nvswitch", "infiniband", "400G"}},
      {"dgx-b200", 2, {"blackwell", "nvswitch", "infiniband", "400G"}},
      {"dgx-b300", 2, {"blackwell", "nvswitch", "infiniband", "400G"}},
      {"gb300-nvl72", 2, {"blackwell", "nvswitch", "infiniband", "400G", "arm"}},
      {"summit", 2, {"volta", "pcie", "infiniband", "100G", "power"}},
      {"leonardo", 2, {"ampere", "mesh", "infiniband", "100G"}}};
  for (const Expected& one : all) {
    const MachineKind kind = bench(one.name, one.nodes).machine.kind;
    EXPECT_EQ(kind.gpu, one.kind.gpu) << one.name;
    EXPECT_EQ(kind.link, one.kind.link) << one.name;
    EXPECT_EQ(kind.network, one.kind.network) << one.name;
    EXPECT_EQ(kind.rate, one.kind.rate) << one.name;
    EXPECT_EQ(kind.cpu, one.kind.cpu) << one.name;
  }
  EXPECT_EQ(bench("pcie-4", 1).machine.kind.link, "pcie");
}

TEST(CostMachine, BuiltInsHaveTheRatesOfTheirDataSheets) {
  // DGX H100: 18 NVLinks of 25 GB/s as NCCL counts, 8 ports of 400 Gbit/s.
  const auto dgx = bench("dgx-h100", 2).machine.wires;
  EXPECT_NEAR(dgx.all_per_gpu, 450, 90);
  EXPECT_NEAR(dgx.per_node, 400, 1e-9);
  // Alps: 4 ports of 200 Gbit/s.
  EXPECT_NEAR(bench("alps", 2).machine.wires.per_node, 100, 1e-9);
}

void expect_sound(const sim::Alternative& one, const std::string& what) {
  ASSERT_TRUE(one.estimate && one.estimate->interval) << what;
  EXPECT_TRUE(std::isfinite(one.time()->in_us()) && one.time()->in_us() > 0) << what;
  EXPECT_TRUE(std::isfinite(one.estimate->interval->high.in_us())) << what;
  EXPECT_LE(one.estimate->interval->low, *one.time()) << what;
  EXPECT_LE(*one.time(), one.estimate->interval->high) << what;
}

void expect_all_sound(const std::string& name, const Bench& one) {
  auto parameters = sim::cost::parameters_of(shipped_profile(), one.machine.kind);
  ASSERT_TRUE(parameters);
  const sim::TimeModel time_model{sim::Model::Cost, std::make_shared<const sim::cost::CostModel>(
                                                        one.machine, *std::move(parameters))};
  const auto alternatives =
      sim::alternatives_of(one.plan, time_model, core::DataType::Float, core::ReduceOp::Sum);
  for (const core::Collective collective : core::all_collectives()) {
    for (const std::uint64_t bytes :
         {std::uint64_t{8}, std::uint64_t{1} << 20U, std::uint64_t{8} << 30U}) {
      for (const sim::Alternative& way : alternatives(collective, bytes)) {
        expect_sound(way, name + " " + std::string(name_of(collective)) + " " + way.way.algorithm +
                              " " + way.way.protocol);
      }
    }
  }
}

TEST(CostModel, EveryBuiltInHasSoundTimes) {
  for (const std::string_view name : hw::builtin_names()) {
    const core::Cluster cluster = hw::load_cluster(std::string(name)).value().cluster;
    if (cluster.node.gpu_count() > 1) expect_all_sound(std::string(name), bench(name, 1));
    if (!has_network(name)) continue;
    const auto found = sim::nccl::search::search_node(cluster.node, job_on(2));
    for (const int nodes : {2, 5}) {
      expect_all_sound(std::string(name), bench(cluster, nodes, found));
    }
  }
}

}  // namespace profiles_test
}  // namespace treering::tuner
