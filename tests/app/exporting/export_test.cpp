#include "app/exporting/export.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/example_plugin.h"

namespace treering::app::exporting {
namespace export_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ExportRequest to_csv(const std::string& topology, int nodes) {
  ExportRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  request.calls.model = sim::Model::Nccl;
  request.to = "tuner-csv";
  return request;
}

TEST(Export, TheCsvHoldsChoicesThatThePluginReads) {
  const auto report = answer(to_csv("dgx-h100", 4));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->refusal, "");
  const auto rows = testing::load_as_plugin(report->text);
  ASSERT_FALSE(rows.empty());
  // NCCL's own choice for the smallest calls on 4 nodes.
  const auto first = std::ranges::find_if(rows, [](const tuner::exporters::PluginRow& row) {
    return row.collective == "allreduce" && row.ranks == 32;
  });
  ASSERT_NE(first, rows.end());
  EXPECT_EQ(first->way.algorithm, "tree");
}

TEST(Export, TheEvidenceNamesModelAndSettings) {
  ExportRequest request = to_csv("dgx-a100", 2);
  request.job.variables.env = {"NCCL_IB_HCA=mlx5_0"};
  EXPECT_THAT(answer(request)->text, HasSubstr("model nccl, with NCCL_IB_HCA=mlx5_0"));
}

// Two leaf switches of four nodes. NCCL's own model knows none.
TEST(Export, TheFabricAndTheOrderOfNodesAreNamed) {
  ExportRequest request = to_csv("examples/a100-oversubscribed.yaml", 8);
  EXPECT_THAT(answer(request)->text, ::testing::Not(HasSubstr("# fabric")));
  request.calls.model = sim::Model::Cost;
  request.job.leaf_switches.node_order = "scattered";
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_THAT(report->text, HasSubstr("# fabric: fat tree of InfiniBand, 2 : 1 oversubscribed, 4 "
                                      "nodes per leaf switch"));
  EXPECT_THAT(report->text, HasSubstr("each next node"));
}

TEST(Export, WhatTheFilterCannotCarryIsANote) {
  ExportRequest request = to_csv("dgx-h100", 1);
  request.calls.filter.algorithms = {"PAT"};
  const auto report = answer(request);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->notes, ElementsAre(HasSubstr("all_reduce: ⟨algo⟩ PAT is not followed")));
}

// Four GPUs over PCIe: by the cost model nothing is 10 % faster than NCCL's own choices.
TEST(Export, ATableIsRefusedWhereNothingIsGained) {
  ExportRequest request = to_csv("pcie-4", 1);
  request.calls.model = sim::Model::Cost;
  const auto refused = answer(request);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->text, "");
  EXPECT_THAT(refused->refusal, HasSubstr("nothing written: no choice by size beats"));
  // What is asked for by name is written, whatever it costs.
  request.calls.filter.algorithms = {"Tree"};
  EXPECT_THAT(answer(request)->text, HasSubstr("as advised, "));
  request.calls.filter.algorithms = {"PAT"};
  EXPECT_THAT(answer(request)->refusal, HasSubstr("⟨algo⟩ PAT is not followed"));
  request = to_csv("pcie-4", 1);  // pins NCCL's own
  EXPECT_EQ(answer(request)->refusal, "");
}

TEST(Export, ALoneRankHasNothingToTune) {
  ExportRequest request = to_csv("dgx-h100", 1);
  request.job.gpus_per_node = 1;
  const auto report = answer(request);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->text, "");
  EXPECT_THAT(report->refusal, HasSubstr("ask for more ranks with ⟨nodes⟩"));
}

TEST(Export, ErrorsNameFields) {
  ExportRequest request = to_csv("dgx-h100", 1);
  request.to.reset();
  EXPECT_EQ(answer(request).error().found, "⟨to⟩ missing");
  request = to_csv("dgx-h100", 1);
  request.calls.collectives = {core::Collective::AllToAll};
  EXPECT_EQ(answer(request).error().where, "⟨collective⟩");
  request = to_csv("dgx-h100", 1);
  request.job.variables.env = {"NCCL_ALGO=ring"};
  EXPECT_EQ(answer(request).error().hint, "restrict the candidates with ⟨algo⟩");
}

}  // namespace export_test
}  // namespace treering::app::exporting
