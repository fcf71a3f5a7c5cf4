#include "app/ceiling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/predict.h"
#include "app/setup/plan.h"
#include "hw/builtin.h"
#include "sim/nccl/search/job_search.h"
#include "tests/support/sanitized.h"

namespace treering::app {
namespace ceiling_test {

using ::testing::ElementsAre;

/// A job on a built-in machine with a time model.
struct Case {
  setup::Setup job;
  sim::nccl::Plan plan;
  sim::TimeModel time_model;
  sim::bound::WireBound bound;
};

setup::Setup job_on(std::string_view topology, int nodes) {
  setup::JobRequest request;
  request.topology = std::string(topology);
  request.nodes = nodes;
  return setup::set_up(request).value();
}

Case case_of(setup::Setup job, const sim::nccl::search::NodeSearch& found, sim::Model model) {
  sim::nccl::Plan plan = sim::nccl::make_plan(job.job, found);
  const auto options = setup::time_model_options({}, model).value();
  sim::TimeModel time_model = setup::time_model_for(options, job.cluster, plan);
  sim::bound::WireBound bound(job.cluster, job.job);
  return {std::move(job), std::move(plan), std::move(time_model), std::move(bound)};
}

std::vector<sim::Prediction> rows_of(const Case& one) {
  sim::PredictionRequest request;
  for (const core::Collective collective : core::all_collectives()) {
    request.collectives.push_back(collective);
  }
  request.sizes = {1U << 10U, 1U << 20U, 1U << 30U};
  request.ranks = one.plan.shape.ranks();
  return sim::predict(sim::alternatives_of(one.plan, one.time_model, request.type, request.op),
                      one.bound, request);
}

void expect_ceiling(const Ceiling& ceiling, const sim::Prediction& row, int ranks) {
  ASSERT_GE(ceiling.steps.size(), 2U);
  EXPECT_EQ(ceiling.steps.front().kind, CeilingKind::Wires);
  EXPECT_EQ(ceiling.steps.back().kind, CeilingKind::Predicted);
  for (std::size_t i = 1; i < ceiling.steps.size(); ++i) {
    EXPECT_LE(ceiling.steps[i].busbw, ceiling.steps[i - 1].busbw) << i;
    EXPECT_GT(ceiling.steps[i].kind, ceiling.steps[i - 1].kind);
  }
  EXPECT_EQ(ceiling.steps.back().busbw, *sim::busbw(row, ranks));
  // The wires carry the data at no more than their rate, all the time that the first step takes.
  const double factor = core::bus_factor(row.collective, ranks);
  EXPECT_NEAR(ceiling.steps.front().busbw / factor * ceiling.traffic / ceiling.wire_rate, 1, 1e-6);
  // No algorithm sends less than the bound says.
  EXPECT_LE(ceiling.steps.front().busbw.in_gb_per_s(),
            (row.bytes / row.bound * factor).in_gb_per_s() * (1 + 1e-9));
}

TEST(Ceiling, StepsNeverRiseAndEndAtTheRow) {
  for (const std::string_view name : hw::builtin_names()) {
    const bool is_rack = hw::load_builtin(name).value().gpu_count() > 16;
    if (test::kIsSanitized && is_rack) continue;  // ten times as long
    sim::nccl::search::NodeSearch found;
    for (const int nodes : {1, 2, 16}) {
      if (is_rack && nodes > 1) continue;  // the search for channels takes seconds
      const setup::Setup job = job_on(name, nodes);
      const bool is_found = nodes > 2;  // the same for all numbers above one
      if (!is_found) found = sim::nccl::search::search_node(job.cluster.node, job.job);
      for (const sim::Model model : {sim::Model::Cost, sim::Model::Nccl}) {
        const Case one = case_of(job, found, model);
        const CeilingSource source(one.plan, one.time_model, one.bound, one.job.cluster);
        for (const sim::Prediction& row : rows_of(one)) {
          SCOPED_TRACE(::testing::Message()
                       << name << " x " << nodes << ", " << core::name_of(row.collective) << " "
                       << row.way.algorithm << "/" << row.way.protocol << " " << row.bytes.count());
          const auto ceiling = source.of(row, {row.collective, row.bytes.count()});
          const bool is_moved = one.plan.shape.ranks() > 1 && row.time() && row.bytes.count() > 0;
          EXPECT_TRUE(ceiling || model != sim::Model::Cost || !is_moved);
          if (ceiling) expect_ceiling(*ceiling, row, one.plan.shape.ranks());
        }
      }
    }
  }
}

PredictRequest one_size(const std::string& topology, int nodes, std::uint64_t bytes) {
  PredictRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  request.calls.sizes = {bytes, bytes, {}, {}};
  request.calls.model = sim::Model::Cost;
  return request;
}

std::vector<CeilingKind> kinds_of(const Ceiling& ceiling) {
  std::vector<CeilingKind> kinds;
  for (const CeilingStep& step : ceiling.steps) kinds.push_back(step.kind);
  return kinds;
}

// One link is the busiest, and no sum of several kinds counts.
TEST(Ceiling, NamesOneKindOfLinks) {
  const auto several = answer(one_size("dgx-a100", 2, 1U << 30U))->ceilings.front();
  ASSERT_TRUE(several);
  EXPECT_NEAR(several->wire_rate.in_gb_per_s(), 300, 1e-9);
  EXPECT_TRUE(several->wire_kinds.empty());
  const auto one = answer(one_size("dgx-a100", 1, 1U << 30U))->ceilings.front();
  EXPECT_TRUE(one.value().wire_kinds.empty());
}

// A ring sends over each GPU's links what busbw counts: 18 NVLinks of 25 GB/s.
TEST(Ceiling, OfARingBeginsAtTheRateOfTheWires) {
  PredictRequest request = one_size("dgx-h100", 1, 1U << 30U);
  request.calls.filter = {{"Ring"}, {"Simple"}};
  const Ceiling ring = answer(request)->ceilings.front().value();
  EXPECT_NEAR(ring.wire_rate.in_gb_per_s(), 450, 1e-9);
  EXPECT_NEAR(ring.steps.front().busbw.in_gb_per_s(), 450, 1e-9);
  EXPECT_NEAR(ring.traffic, 2 * 7 / 8.0, 1e-9);
  EXPECT_THAT(kinds_of(ring), ElementsAre(CeilingKind::Wires, CeilingKind::Reached,
                                          CeilingKind::Transfer, CeilingKind::Predicted));
}

// LL128: 120 of 128 bytes are data.
TEST(Ceiling, FlagsOfTheProtocolAreAStep) {
  PredictRequest request = one_size("dgx-h100", 1, 1U << 30U);
  request.calls.filter = {{"Ring"}, {"LL128"}};
  const Ceiling ring = answer(request)->ceilings.front().value();
  ASSERT_EQ(ring.steps[1].kind, CeilingKind::Flags);
  EXPECT_NEAR(ring.steps[1].busbw / ring.steps[0].busbw, 120.0 / 128, 1e-9);
}

// Of two nodes each sends S by NVLSTree, of which busbw counts 2 x 15/16.
TEST(Ceiling, BusbwMayBeAboveTheRateOfTheWires) {
  const auto report = answer(one_size("dgx-h100", 2, 1U << 30U));
  ASSERT_TRUE(report->above_wires.front());
  const Ceiling& above = *report->above_wires.front();
  EXPECT_EQ(above.way.algorithm, "NVLSTree");
  EXPECT_NEAR(above.wire_rate.in_gb_per_s(), 400, 1e-9);
  EXPECT_NEAR(above.traffic, 1, 1e-9);
  EXPECT_GT(above.steps.back().busbw, above.wire_rate);
  EXPECT_NEAR(above.steps.front().busbw.in_gb_per_s(), 400 * 2 * 15 / 16.0, 1e-6);
  EXPECT_FALSE(answer(one_size("pcie-4", 1, 1U << 30U))->above_wires.front());
}

// NCCL's model knows neither links' efficiency nor what else moves the data.
TEST(Ceiling, LeavesOutWhatTheModelDoesNotKnow) {
  PredictRequest request = one_size("dgx-h100", 4, std::uint64_t{8} << 30U);
  request.calls.model = sim::Model::Nccl;
  const Ceiling ceiling = answer(request)->ceilings.front().value();
  EXPECT_THAT(kinds_of(ceiling),
              ElementsAre(CeilingKind::Wires, CeilingKind::Transfer, CeilingKind::Predicted));
  // 8 channels of 48 GB/s.
  EXPECT_NEAR(ceiling.steps[1].busbw.in_gb_per_s(), 384, 0.1);
  request.job.nodes = 1;
  request.calls.collectives = {core::Collective::AllToAll};
  EXPECT_FALSE(answer(request)->ceilings.front());
}

}  // namespace ceiling_test
}  // namespace treering::app
