// What the canvas and the memory panel show, beside the executor that proves schedules: of every
// algorithm, at 100 moments, forwards and after seeks back.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/simulate.h"
#include "gui/stage/stage_canvas.h"
#include "gui/views/algorithm/memory_panel.h"
#include "sim/algorithms/registry.h"
#include "sim/schedule/proof/execution.h"

namespace treering::gui::views::algorithm {
namespace shown_memory_test {

using sim::schedule::Contents;
using sim::schedule::Execution;
using sim::schedule::StreamId;

constexpr int kMoments = 50;  // so many forwards, and as many anywhere

struct Machines {
  int nodes = 1;
  std::optional<int> gpus_per_node = {};
  std::vector<std::string> env = {};
};

/// Of dgx-h100. One of them carries each algorithm: PAT has one GPU a node, NVLS one node, CollNet
/// the network's help.
const std::array<Machines, 4>& small_machines() {
  static const std::array<Machines, 4> kAll{
      Machines{2}, Machines{1}, Machines{2, {}, {"NCCL_COLLNET_ENABLE=1"}}, Machines{5, 1}};
  return kAll;
}

/// On the first of these machines, with the first collective that the algorithm has.
std::optional<app::SimulateReport> small_run(std::string_view algorithm) {
  for (const Machines& machines : small_machines()) {
    for (const core::Collective collective : core::all_collectives()) {
      app::SimulateRequest request;
      request.job.topology = "dgx-h100";
      request.job.nodes = machines.nodes;
      request.job.gpus_per_node = machines.gpus_per_node;
      request.job.variables.env = machines.env;
      request.call.collective = collective;
      request.call.bytes = std::uint64_t{1} << 17U;
      request.way.algorithm = algorithm;
      request.is_recorded = true;
      auto report = app::answer(request);
      if (report) return *std::move(report);
    }
  }
  return {};
}

/// The memories after the steps that have ended: counted one by one, executed from the start.
class Truth {
 public:
  explicit Truth(const app::simulation::Recorded& run) : schedule_(run.timeline->schedule()) {
    constexpr double kEnd = std::numeric_limits<double>::infinity();
    for (StreamId id = 0; id < schedule_.streams(); ++id) {
      streams_.push_back(schedule_.stream(id));
      ends_.emplace_back();
      for (const auto& step : run.timeline->steps(id, {-1, kEnd})) {
        ends_.back().push_back(step.end_us);
      }
    }
  }

  /// By rank.
  std::vector<Contents> at(double us) const {
    std::vector<sim::schedule::StepIndex> counts;
    for (const std::vector<double>& ends : ends_) {
      counts.push_back(static_cast<std::uint64_t>(
          std::ranges::count_if(ends, [us](double end) { return end <= us; })));
    }
    Execution execution(schedule_, streams_);
    const auto fault = execution.run_to(counts);
    EXPECT_FALSE(fault) << fault->text;
    std::vector<Contents> all;
    for (int rank = 0; rank < schedule_.contract().ranks; ++rank) {
      all.push_back(execution.memory(rank).all());
    }
    return all;
  }

 private:
  const sim::schedule::Schedule& schedule_;
  std::vector<sim::schedule::Stream> streams_;
  std::vector<std::vector<double>> ends_;  // of steps, by stream
};

/// The mean part of all ranks' values that there is of a byte.
double mean_share(const Contents& contents, const sim::schedule::Contract& contract) {
  double sum = 0;
  for (const auto& piece : contents) {
    sum += static_cast<double>(piece.range.bytes) * piece.values.size();
  }
  return sum / (static_cast<double>(contract.space()) * contract.ranks);
}

class ShownMemory : public ::testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    auto report = small_run(GetParam());
    ASSERT_TRUE(report) << "no small machine carries it";
    run_ = report->recorded;
    truth_ = std::make_unique<Truth>(*run_);
    canvas_.setVisible(true);
    canvas_.show(stage::make_scene(*report, {}));
    clock_.setEnd(run_->timeline->end_us());
    ASSERT_NE(canvas_.buffers(), nullptr);
  }

  void expect_truth_at(double us) {
    clock_.seek(us);
    const std::vector<Contents> truth = truth_->at(us);
    const auto& contract = run_->timeline->schedule().contract();
    for (int rank = 0; rank < contract.ranks; ++rank) {
      const Contents& held = truth[static_cast<std::size_t>(rank)];
      selection_.select({.ranks = {rank}});
      const auto memory = panel_.memory();
      ASSERT_TRUE(memory);
      EXPECT_EQ(memory->rank, rank);
      EXPECT_TRUE(std::ranges::equal(memory->parts, held,
                                     [](const auto& part, const auto& piece) {
                                       return part.piece.range == piece.range &&
                                              part.piece.values == piece.values;
                                     }))
          << "memory of rank " << rank << " at " << us;
      double share = 0;
      const std::vector<models::Block>& blocks = canvas_.blocksOf(rank);
      for (const models::Block& block : blocks) {
        share += block.share / static_cast<double>(blocks.size());
      }
      EXPECT_NEAR(share, mean_share(held, contract), 1e-9)
          << "rim of rank " << rank << " at " << us;
    }
  }

  models::Selection selection_;
  models::Clock clock_;
  stage::StageCanvas canvas_{selection_, clock_};
  MemoryPanel panel_{canvas_, {selection_, clock_}};
  std::optional<app::simulation::Recorded> run_;
  std::unique_ptr<Truth> truth_;
};

TEST_P(ShownMemory, IsThatOfTheExecutorAtAnyMoment) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(0, clock_.end());
  std::vector<double> moments(kMoments);
  std::ranges::generate(moments, [&] { return any(random); });
  std::vector<double> forwards = moments;
  std::ranges::sort(forwards);
  for (const double us : forwards) expect_truth_at(us);
  for (const double us : moments) expect_truth_at(us * us / clock_.end());  // others, and earlier
  expect_truth_at(clock_.end());
  expect_truth_at(0);
}

std::vector<std::string_view> all_algorithms() {
  std::vector<std::string_view> all;
  for (const auto& entry : sim::algorithms::all()) all.push_back(entry.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Algorithms, ShownMemory, ::testing::ValuesIn(all_algorithms()),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace shown_memory_test
}  // namespace treering::gui::views::algorithm
